@echo off
rem To be double-clicked: measures what this computer has, with the results in a folder on the desktop. Words behind it go to crosslane run.
setlocal
set "desktop=%USERPROFILE%\Desktop"
for /f "tokens=2,*" %%a in ('reg query "HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders" /v Desktop') do (
    if "%%a"=="REG_EXPAND_SZ" call set "desktop=%%b"
    if "%%a"=="REG_SZ" set "desktop=%%b"
)
if not exist "%desktop%" mkdir "%desktop%"
cd /d "%desktop%"
"%~dp0crosslane.exe" run %*
set status=%errorlevel%
if "%crosslane_no_pause%"=="" pause
exit /b %status%

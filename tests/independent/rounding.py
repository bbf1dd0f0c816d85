"""Numbers in double precision, each with an error bound for a float computed in the same steps."""

import numpy as np
from problem import LARGEST, SMALLEST, UNIT

QUOTIENT, ROOT = 5, 6  # OpenCL: 2.5 and 3 ulp, in half ulps


class Rounded:
    """`error` is infinite if a float overflows or is no number."""

    def __init__(self, value, error=0.0):
        self.value = np.asarray(value, np.float64)
        self.error = np.where((np.abs(self.value) <= LARGEST) & ~np.isnan(error), error, np.inf)

    def rounded(self, value, error, roundings=1):
        return Rounded(value, error + roundings * UNIT * (np.abs(value) + error) + SMALLEST)

    def __add__(self, other):
        return self.rounded(self.value + other.value, self.error + other.error)

    def __sub__(self, other):
        return self.rounded(self.value - other.value, self.error + other.error)

    def __neg__(self):
        return Rounded(-self.value, self.error)

    def __mul__(self, other):
        error = np.abs(self.value) * other.error + np.abs(other.value) * self.error + self.error * other.error
        return self.rounded(self.value * other.value, error)

    def __truediv__(self, other):
        least = np.abs(other.value) - other.error  # of the divisor
        quotient = self.value / other.value
        error = np.where(least > 0, (self.error + np.abs(quotient) * other.error) / least, np.inf)
        return self.rounded(quotient, error, QUOTIENT)

    def root(self):
        root = np.sqrt(self.value)
        least = np.sqrt(np.maximum(self.value - self.error, 0))
        return self.rounded(root, np.maximum(np.sqrt(self.value + self.error) - root, root - least), ROOT)

    def clip(self, low, high):
        error = np.maximum(np.maximum(self.error, low.error), high.error)
        return Rounded(np.clip(self.value, low.value, high.value), error)

    def positive(self):
        return Rounded(np.maximum(self.value, 0), self.error)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def columns(array):
    return [Rounded(array[..., k]) for k in range(3)]

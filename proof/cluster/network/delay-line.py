"""Holds back every frame that is sent into a device, and puts it into the network so many milliseconds later.

Usage: delay-line.py DEVICE MILLISECONDS. Debian's kernels can do it themselves (netem); others cannot.
"""
import collections
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
FRAME_MAX = 65536

device, delay = sys.argv[1], int(sys.argv[2]) / 1000
line = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
fcntl.ioctl(line, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TAP | IFF_NO_PI))
print("ready", flush=True)
waiting = collections.deque()
while True:
    patience = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    if select.select([line], [], [], patience)[0]:
        waiting.append((time.monotonic() + delay, os.read(line, FRAME_MAX)))
    while waiting and waiting[0][0] <= time.monotonic():
        os.write(line, waiting.popleft()[1])

"""Where networks are: on which device, and their weights as arrays, which are the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from genchal.generators.neural.network.network import Network


def choose_device() -> torch.device:
    """A GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def has_short_products(device: torch.device) -> bool:
    """Whether a processor multiplies matrices of 16-bit numbers (bfloat16) by instructions of its own."""
    able = torch.cpu.get_capabilities() if device.type == "cpu" else {}
    return bool(able.get("avx512_bf16") or able.get("amx_bf16"))


def read_weights(network: Network) -> dict[str, NDArray[Any]]:
    """The weights of a network, as arrays."""
    return {name: tensor.detach().cpu().numpy().copy() for name, tensor in network.state_dict().items()}


def load_weights(network: Network, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Put weights into a network."""
    network.load_state_dict({name: torch.from_numpy(np.asarray(array).copy()) for name, array in arrays.items()})

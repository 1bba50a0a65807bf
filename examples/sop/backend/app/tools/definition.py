from dataclasses import dataclass
from typing import Callable, Optional, Type

from pydantic import BaseModel


@dataclass
class ToolDef:
    func: Callable
    description: str
    args_schema: Optional[Type[BaseModel]] = None

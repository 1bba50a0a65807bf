"""Interprets a date of birth: calls calculate_zodiac through the gateway, with nothing but the standard library."""
import json
import os
import sys
import urllib.request

GATEWAY = os.environ.get("SKILLGW_URL", "http://127.0.0.1:8080/mcp/jungastro")
TOKEN = os.environ.get("SKILLGW_TOKEN", "example-token-of-alice")
ARCHETYPES = {"fire": "the hero", "earth": "the ruler", "air": "the sage", "water": "the caregiver"}


def call(tool: str, **arguments) -> dict:
    """Calls a tool that the skill imports. What the gateway refuses is in the result, too."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    request = urllib.request.Request(GATEWAY, json.dumps(body).encode(), {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
    })
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    if "error" in answer:
        raise SystemExit(answer["error"]["message"])
    result = answer["result"]
    if result.get("isError"):
        raise SystemExit(json.dumps(result["structuredContent"]))
    return result["structuredContent"]


if __name__ == "__main__":
    chart = call("zodiac__calculate_zodiac", birth_date=sys.argv[1])
    print(f"{chart['sun_sign']}: {ARCHETYPES[chart['element']]}")

"""A chest that has its MCP servers connected before it is used."""

from __future__ import annotations

from typing import Any

from covalt_toolset.client.errors import Forbidden, Problem
from covalt_toolset.client.tool_chest import ToolChest


class MCPToolChest(ToolChest):
    """A `ToolChest` whose `init_tools` connects the MCP servers of the active toolsets first.

    A house connects a server when it is first needed, so nothing depends on this: it moves the wait to the beginning,
    and tells of servers that cannot be reached before a model is told of their tools.
    """

    @property
    def mcp_servers(self) -> dict[str, dict[str, Any]]:
        """The MCP servers of the active toolsets that are switched on, by key, as the REST API has them."""
        self._refresh()
        active = {toolset.id for toolset in self._toolsets.values() if toolset.is_active}
        servers = self.connection.get("mcp-servers")["items"]
        return {
            str(server["server_key"]): server
            for server in servers
            if server["toolset_id"] in active and server["state"] != "disabled"
        }

    def connect_servers(self) -> dict[str, bool]:
        """Connect the servers that are not connected; return which of them can be used now, by key.

        A token of scope `admin` connects them all. With one of a smaller scope the house asks those for their tools
        that it never asked before, and leaves the others for when they are called.
        """
        servers = self.mcp_servers
        failures = {key: self._connect(key) for key, server in servers.items() if server["state"] != "ready"}
        if any(isinstance(failure, Forbidden) for failure in failures.values()):
            self.connection.send("GET", "chats", self.chat, "tools", patient=True)
            now = self.mcp_servers
            failures = {
                key: now[key].get("reason") if now[key]["state"] == "error" else None for key in failures if key in now
            }
        for key, failure in failures.items():
            if failure is not None:
                self.logger.warning("Failed to connect to MCP server %s: %s", key, failure)
        return {key: failures.get(key) is None for key in servers}

    def _connect(self, key: str) -> Problem | None:
        try:
            self.connection.send("POST", "mcp-servers", key, "reconnect", patient=True)
        except Problem as problem:
            return problem
        return None

    def init_tools(self, **kwargs: Any) -> None:
        """Connect the MCP servers, then initialise the active toolsets as `ToolChest.init_tools` does."""
        self.connect_servers()
        super().init_tools(**kwargs)

/** Room for connections: who has asked nothing yet makes way for who comes. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Beyond `max` the one goes that has been without a whole request for the longest time; where there is none, the newest. */
export function boundConnections(server: Server, max: number): void {
  const open = new Set<Socket>();
  /** Oldest first; with what tells whether its request has come meanwhile. */
  const waiting = new Map<Socket, { readonly complete: boolean } | null>();

  function makeRoom(newest: Socket): void {
    for (const [socket, request] of waiting) {
      if (request?.complete === true) continue;
      socket.destroy();
      return;
    }
    newest.destroy();
  }

  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size > max) makeRoom(socket);
    if (!socket.destroyed) waiting.set(socket, null);
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    waiting.set(socket, request);
    response.once('close', () => {
      waiting.delete(socket);
      if (open.has(socket)) waiting.set(socket, null);
    });
  });
}

/** The least that Node does for a body of so many bytes, as a measure of the machine: `bare-server.ts BYTES`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

const body = Buffer.alloc(Number(process.argv[2]), 'a');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

/** Reads and discards incoming data: Node's own cost of that. Reports its processor time over IPC. */
import { type AddressInfo, createServer } from 'node:net'

const server = createServer(socket => {
	socket.setNoDelay(true)
	socket.on('data', () => {})
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
	const { user, system } = process.cpuUsage()
	process.send?.((user + system) / 1000)
})
process.on('disconnect', () => process.exit(0))

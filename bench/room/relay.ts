/** The reference, in its own process: plain UDP in, plain UDP out to all others. No encryption, no logic. */
import { createSocket } from 'node:dgram'

const outlets = Number(process.argv[2])
const socket = createSocket('udp4')
const sink = createSocket('udp4')

sink.bind(0, '127.0.0.1', () => {
	const { port } = sink.address()
	socket.on('message', packet => {
		for (let outlet = 0; outlet < outlets; outlet++) socket.send(packet, port, '127.0.0.1')
	})
	socket.bind(0, '127.0.0.1', () => process.send?.({ port: socket.address().port }))
})

process.on('message', () => {
	const { user, system } = process.cpuUsage()
	process.send?.({ cpuMs: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))

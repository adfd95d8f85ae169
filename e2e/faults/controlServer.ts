import { createServer } from 'node:http'
import { argv, exit, stdin } from 'node:process'
import { imLimits } from '@parley/im'
import { Server } from 'socket.io'

/** Program: plain Socket.IO, with or without its connection state recovery. Prints a line once it listens. */
const [port, recovery] = [Number(argv[2]), argv[3] === 'recovery']
const http = createServer()
const io = new Server(http, {
	transports: ['websocket'],
	serveClient: false,
	...imLimits.heartbeat,
	...(recovery && { connectionStateRecovery: { maxDisconnectionDuration: 60_000, skipMiddlewares: true } }),
})
io.on('connection', socket => {
	void socket.join('room')
	socket.on('publish', (message: unknown, acknowledge: () => void) => {
		io.to('room').emit('published', message)
		acknowledge()
	})
})
const listenAgainMs = 100
const listen = () => http.listen(port, '127.0.0.1')
http.on('listening', () => console.log('listening'))
// Another process may have used its port briefly while it was down.
http.on('error', () => setTimeout(listen, listenAgainMs))
listen()
// Its parent has ended.
stdin.resume().on('end', () => exit())

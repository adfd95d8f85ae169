/** Child process with only the media engine, so that a crash of native code costs no more than a second of media. */
import type { FromChild, FromParent } from '../ipc.ts'
import { errorDetail, Sfu } from './sfu.ts'

const tickMs = 30

// A parent that has just ended receives nothing; 'disconnect' follows.
const send = (message: FromChild): void => {
	process.send?.(message, undefined, undefined, () => {})
}

let sfu: Sfu | undefined

function receive(message: FromParent): void {
	if (message.kind === 'configure') {
		sfu = new Sfu(message.config, send)
		send({ kind: 'ready' })
		return
	}
	if (!sfu) return
	if (message.kind === 'query') send({ kind: 'reply', id: message.id, value: sfu.answer(message.query) })
	else sfu.run(message.command)
}

process.on('message', (message: FromParent) => {
	try {
		receive(message)
	} catch (error) {
		// For example, an unparsable candidate: it is ignored, and all participants keep their media.
		send({ kind: 'fault', detail: errorDetail(error) })
		if (message.kind === 'query') send({ kind: 'reply', id: message.id, value: undefined })
	}
})

// Peers contain their own errors; any other error must not end everyone's meeting either.
const timer = setInterval(() => {
	try {
		sfu?.tick()
	} catch (error) {
		send({ kind: 'fault', detail: errorDetail(error) })
	}
}, tickMs)

// The parent has ended: no message can be delivered any more.
process.on('disconnect', () => {
	clearInterval(timer)
	sfu?.close()
	process.exit(0)
})
// Ctrl+C and a service manager's stop reach the whole process group; the parent stops this process after its clients.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

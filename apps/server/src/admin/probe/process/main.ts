import { type ProbeTarget, probe } from '../probe.ts'

/** Threads of the media library can keep a process from ending by itself. */
const end = () => process.kill(process.pid, 'SIGKILL')

process.on('disconnect', end)
process.once('message', async (target: ProbeTarget) => {
	const results = await probe(target, () => performance.now())
	process.send?.(results, end)
})

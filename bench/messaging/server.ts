import type { BenchServer, Questions } from './benchServers.ts'
import { startBareServer, startMessagingServer, startWritingServer } from './benchServers.ts'
import { startNode } from './nodeServer.ts'

const starts: Record<string, () => Promise<BenchServer>> = {
	bare: startBareServer,
	ours: startMessagingServer,
	writing: startWritingServer,
	node: () => startNode(JSON.parse(options)),
}

/** Separate process, so that measuring does not slow the measured server. */
const [, , kind = '', options = ''] = process.argv
const start = starts[kind]
if (!start) throw new Error(`unknown kind of server: ${kind}`)
const { stop, answer, ...started } = await start()
process.send?.(started)

process.on('message', ({ question, value }: { question: keyof Questions; value: number }) => {
	void answerQuestion(question, value).then(answered => process.send?.(answered))
})
process.on('disconnect', () => void stop().finally(() => process.exit(0)))

async function answerQuestion(question: keyof Questions, value: number): Promise<number> {
	if (question === 'cpu') {
		const { user, system } = process.cpuUsage()
		return user + system
	}
	if (question === 'memory') {
		for (let times = 0; times < 3; times++) globalThis.gc?.()
		const { heapUsed, external } = process.memoryUsage()
		return heapUsed + external
	}
	return answer(question, value)
}

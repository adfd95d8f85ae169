import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SfuChild } from './sfuChild.ts'

const network = { udpPorts: { from: 46_000, to: 46_999 }, udpMux: false, privateCandidates: false }
const log = { info() {}, warn() {}, error() {} }

test('the child has those arguments of the server that save memory, and no others', async () => {
	const own = process.execArgv
	onTestFinished(() => {
		process.execArgv = own
	})
	process.execArgv = ['--max-semi-space-size=3', '--import=data:text/javascript,', '--expose-gc', '--title=server']
	const onUp = vi.fn()
	const child = new SfuChild({ config: { network }, log, onMessage() {}, onUp, onDown() {} })
	onTestFinished(() => child.stop())
	await vi.waitFor(() => expect(onUp).toHaveBeenCalled(), 30_000)
	const shown = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' })
	expect(shown).toMatch(/ --max-semi-space-size=3 --import=data:text\/javascript, \/[^\n]*main\.ts\n$/)
})

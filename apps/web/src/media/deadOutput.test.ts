import { expect, test } from 'vitest'
import { createOutputWatch } from './deadOutput.ts'

function aWatch() {
	const outputs = [
		{ paused: false, currentTime: 0 },
		{ paused: false, currentTime: 0 },
	]
	const told: (boolean | 'restart')[] = []
	const check = createOutputWatch({
		getOutputs: () => outputs,
		restart: () => told.push('restart'),
		onDead: isDead => told.push(isDead),
	})
	const run = (times: number, ...running: number[]) => {
		for (let i = 0; i < times; i++) {
			for (const index of running)
				outputs[index] = Object.assign(outputs[index] ?? {}, {
					currentTime: (outputs[index]?.currentTime ?? 0) + 2,
				}) as never
			check()
		}
	}
	return { outputs, told, run }
}

test('[ROOM-202] outputs whose clocks stand still are started anew, and told if that does not help', () => {
	const { told, run } = aWatch()
	run(3, 0, 1)
	run(1)
	expect(told).toEqual([])
	run(1)
	expect(told).toEqual(['restart'])
	run(2)
	expect(told).toEqual(['restart', true])
	run(5)
	expect(told).toEqual(['restart', true])
	run(1, 1)
	expect(told).toEqual(['restart', true, false])
})

test('[ROOM-202] one that runs is enough; paused ones do not count', () => {
	const { told, run, outputs } = aWatch()
	run(2, 0, 1)
	run(10, 1)
	expect(told).toEqual([])
	for (const output of outputs) output.paused = true
	run(10)
	expect(told).toEqual([])
})

test('[ROOM-202] a browser whose clock never ran tells nothing', () => {
	const { told, run } = aWatch()
	run(20)
	expect(told).toEqual([])
})

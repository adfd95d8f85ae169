import { expect, test } from 'vitest'
import { explore, findingText } from './explore.ts'
import { messagingSimulation } from './messagingSimulation.ts'
import { makePlan } from './plan.ts'
import { plantedBugs } from './plantedBugs.ts'
import { shrink } from './shrink.ts'
import { simulateWithBug } from './simulateWithBug.ts'
import { simulate } from './simulation.ts'

const seeds = 2_000
const perTest = 250

test.each(Array.from({ length: seeds / perTest }, (_, part) => [part * perTest + 1, (part + 1) * perTest] as const))(
	'no promise is broken in the plans %i to %i',
	{ timeout: 600_000 },
	async (from, to) => {
		const { findings, delivered } = await explore(messagingSimulation, from, to, { maxFindings: 1 })
		expect(findings.map(finding => findingText(messagingSimulation, finding)).join('\n\n')).toBe('')
		expect(delivered).toBeGreaterThan(to - from)
	},
)

test('the same plan has the same outcome', async () => {
	const plan = makePlan(7)
	expect(makePlan(7)).toEqual(plan)
	expect(await simulate(plan)).toEqual(await simulate(plan))
})

test.each(plantedBugs.map(({ name }) => name))('is found: %s', { timeout: 600_000 }, name => {
	const { status, stdout, stderr } = simulateWithBug('messaging', name, 1_000)
	expect(stderr).toBe('')
	expect(stdout).toMatch(/→ I\d+:/)
	expect(status).toBe(1)
})

test('a failing plan is shortened to the steps that make it fail', async () => {
	const needed = [3, 11]
	const shortest = await shrink(
		Array.from({ length: 20 }, (_, index) => index),
		async items => needed.every(item => items.includes(item)),
	)
	expect(shortest).toEqual(needed)
})

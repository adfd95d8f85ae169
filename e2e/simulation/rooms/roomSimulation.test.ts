import { expect, test } from 'vitest'
import { explore, findingText } from '../explore.ts'
import { simulateWithBug } from '../simulateWithBug.ts'
import { makePlan } from './plan.ts'
import { plantedBugs } from './plantedBugs.ts'
import { simulate } from './roomSimulation.ts'
import { roomsSimulation } from './roomsSimulation.ts'

test('no promise about rooms of several servers is broken in the plans 1 to 200', { timeout: 600_000 }, async () => {
	const { findings, delivered } = await explore(roomsSimulation, 1, 200, { maxFindings: 1 })
	expect(findings.map(finding => findingText(roomsSimulation, finding)).join('\n\n')).toBe('')
	expect(delivered).toBeGreaterThan(800)
})

test('the same plan has the same outcome', { timeout: 600_000 }, async () => {
	const plan = makePlan(3)
	expect(makePlan(3)).toEqual(plan)
	expect(await simulate(plan)).toEqual(await simulate(plan))
})

test.each(plantedBugs.map(({ name }) => name))('is found: %s', { timeout: 600_000 }, name => {
	const { status, stdout, stderr } = simulateWithBug('rooms', name, 500)
	expect(stderr).toBe('')
	expect(stdout).toMatch(/→ R\d+:/)
	expect(status).toBe(1)
})

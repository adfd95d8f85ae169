import { expect, test } from 'vitest'
import { explore, findingText } from '../explore.ts'
import { simulateWithBug } from '../simulateWithBug.ts'
import { mediaSimulation } from './mediaSimulation.ts'
import { plantedBugs } from './plantedBugs.ts'

test('no promise about the media of a meeting is broken in the plans 1 to 300', { timeout: 600_000 }, async () => {
	const { findings, delivered } = await explore(mediaSimulation, 1, 300, { maxFindings: 1 })
	expect(findings.map(finding => findingText(mediaSimulation, finding)).join('\n\n')).toBe('')
	expect(delivered).toBeGreaterThan(2_000)
})

test('the same plan has the same outcome', async () => {
	const plan = mediaSimulation.makePlan(3)
	expect(mediaSimulation.makePlan(3)).toEqual(plan)
	expect(await mediaSimulation.simulate(plan)).toEqual(await mediaSimulation.simulate(plan))
})

test.each(plantedBugs.map(({ name }) => name))('is found: %s', { timeout: 600_000 }, name => {
	const { status, stdout, stderr } = simulateWithBug('media', name, 1000)
	expect(stderr).toBe('')
	expect(stdout).toMatch(/→ M\d+:/)
	expect(status).toBe(1)
})

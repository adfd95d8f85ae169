import { expect, test } from 'vitest'
import { createTestTerminal } from '../../admin/testTerminal.ts'

test('settings of a company are set and listed; invalid ones change nothing', async () => {
	const { parley } = await createTestTerminal()
	await parley(['site', 'create', 'meet.example.org'])
	await parley(['company', 'create', 'Example'])
	expect((await parley(['company', 'list'])).stdout).not.toContain('durationS')
	expect(await parley(['company', 'set', 'Example', 'durationS=1800'])).toMatchObject({
		exitCode: 0,
		stdout: 'Example: durationS=1800',
	})
	expect((await parley(['company', 'list'])).stdout).toContain('durationS=1800')

	for (const assignment of ['durationS=5', 'durationS=long', 'colour=red', 'toString=1']) {
		expect(await parley(['company', 'set', 'Example', 'durationS=2700', assignment])).toMatchObject({ exitCode: 1 })
	}
	expect((await parley(['company', 'list'])).stdout).toContain('durationS=1800')
	expect((await parley(['company', 'set', 'Nowhere', 'durationS=1800'])).stderr).toContain('No company "Nowhere"')

	await parley(['company', 'set', 'Example', 'durationS=0'])
	expect((await parley(['company', 'list'])).stdout).not.toContain('durationS')
})

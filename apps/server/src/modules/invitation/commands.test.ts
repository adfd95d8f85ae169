import { expect, test } from 'vitest'
import { withCommandContext } from '../../admin/commandContext.ts'
import { createTestTerminal } from '../../admin/testTerminal.ts'
import type { CommandContext } from '../../platform/command.ts'
import type { Config } from '../../platform/config.ts'
import { findPerson } from '../account/index.ts'
import { openInvitations } from './openInvitations.ts'

async function createTestCompanies() {
	const terminal = await createTestTerminal()
	const { parley } = terminal
	await parley(['site', 'create', 'meet.example.org'])
	await parley(['site', 'create', 'other.example.org'])
	for (const name of ['Example', 'Harbour']) await parley(['company', 'create', name])
	await parley(['company', 'create', 'Everybody', '--type', 'personal'])
	await parley(['company', 'create', 'Elsewhere', '--site', 'other.example.org'])
	await parley(['person', 'create', 'ada', '--company', 'Example'])
	await parley(['person', 'create', 'zoe', '--company', 'Elsewhere', '--site', 'other.example.org'])
	const look = <T>(work: (context: CommandContext) => Promise<T>) =>
		withCommandContext({ dataFolder: terminal.dataFolder, databaseUrl: undefined } as Config, work)
	/** The id of ada. */
	const idOf = async (context: CommandContext) => {
		const ada = await findPerson(context, { name: 'ada', site: undefined })
		if (!ada.ok) throw new Error(ada.failure.join())
		return ada.value.id
	}
	const pending = () => look(async context => await openInvitations(context).listByUser(await idOf(context)))
	return { ...terminal, look, idOf, pending }
}

test('[CORP-03] a person is invited to another company of their site, once, and the invitation can be withdrawn', async () => {
	const { parley, pending } = await createTestCompanies()
	const invite = (...more: string[]) => parley(['company', 'invite-person', 'Harbour', 'ada', ...more])
	expect(await invite('--type', '7')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('ada is invited') })
	expect(await pending()).toMatchObject([{ companyName: 'Harbour', userType: 7 }])
	expect(await invite()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already been invited') })
	expect(await invite('--withdraw')).toMatchObject({ exitCode: 0 })
	expect(await pending()).toEqual([])
	expect(await invite('--withdraw')).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('no invitation'),
	})
	expect(await invite()).toMatchObject({ exitCode: 0 })
	expect(await pending()).toMatchObject([{ userType: 1 }])
})

test('[CORP-03] a person is not invited to their own company, a personal edition, an unknown company or one of another site', async () => {
	const { parley, pending } = await createTestCompanies()
	const refused = async (...args: string[]) => (await parley(['company', 'invite-person', ...args])).stderr
	expect(await refused('Example', 'ada')).toContain('already belongs to that company')
	expect(await refused('Everybody', 'ada')).toContain('personal edition')
	expect(await refused('Nowhere', 'ada')).toContain('No company')
	expect(await refused('Harbour', 'zoe')).toContain('No person "zoe"')
	expect(await refused('Harbour', 'ada', '--site', 'other.example.org')).toContain('No company "Harbour"')
	expect(await refused('Harbour')).toContain('person')
	expect(await pending()).toEqual([])
})

test('[API-12] a person who accepts becomes a member', async () => {
	const { parley, look, idOf } = await createTestCompanies()
	await parley(['company', 'invite-person', 'Harbour', 'ada', '--type', '6'])
	await look(async context => {
		const id = await idOf(context)
		const invitations = openInvitations(context)
		const [invitation] = await invitations.listByUser(id)
		if (!invitation) throw new Error('no invitation')
		expect(await invitations.answer(id, invitation.companyId, 1)).toMatchObject({ ok: true })
	})
	expect((await parley(['person', 'list', '--company', 'Harbour'])).stdout).toMatch(/ada +ada +6/)
})

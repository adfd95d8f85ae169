import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Config } from '../platform/config.ts'
import { type AdminContext, withAdminContext } from './adminContext.ts'
import { createTestTerminal } from './testTerminal.ts'

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
	const look = <T>(work: (context: AdminContext) => Promise<T>) =>
		withAdminContext({ dataFolder: terminal.dataFolder, databaseUrl: undefined } as Config, work)
	const account = (context: AdminContext) => personOf(context, 'ada')
	const pending = () => look(async context => await context.invitations.listByUser((await account(context)).id))
	return { ...terminal, look, account, pending }
}

async function personOf(context: AdminContext, name: string) {
	const [site] = await context.sites.all()
	const account = site && (await context.accounts.findByName(site.id, name))
	if (!account) throw new Error(`no ${name}`)
	return account
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
	expect(await refused('Harbour', 'zoe')).toContain('No person on this site')
	expect(await refused('Harbour', 'ada', '--site', 'other.example.org')).toContain('No company "Harbour"')
	expect(await refused('Harbour')).toContain('person')
	expect(await pending()).toEqual([])
})

test('[API-12] a person who accepts becomes a member', async () => {
	const { parley, look, account } = await createTestCompanies()
	await parley(['company', 'invite-person', 'Harbour', 'ada', '--type', '6'])
	await look(async context => {
		const { id } = await account(context)
		const [invitation] = await context.invitations.listByUser(id)
		if (!invitation) throw new Error('no invitation')
		expect(await context.invitations.answer(id, invitation.companyId, 1)).toMatchObject({ ok: true })
	})
	expect((await parley(['person', 'list', '--company', 'Harbour'])).stdout).toMatch(/ada +ada +6/)
})

test('[API-28] complaints of a site are listed, newest first, in its zone', async () => {
	const { parley, look } = await createTestCompanies()
	expect((await parley(['complaints', 'list'])).stdout).toBe('No complaints on meet.example.org.')
	await look(async context => {
		const { id, siteId, lastCompanyId } = await personOf(context, 'ada')
		for (const [at, content] of [
			[Date.parse('2026-03-10T02:00:00Z'), 'The room is cold'],
			[Date.parse('2026-03-10T03:00:00Z'), '房间太冷'],
		] as const) {
			const who = { userId: id, userName: 'ada', displayName: 'Ada 王', companyId: lastCompanyId ?? ('' as never) }
			await context.complaints.insert({ id: `co_${at}`, siteId, author: who, content, at })
		}
		const live = { meetingId: v.parse(MeetingId, '123456789'), figures: 'low 1.2s' }
		const at = Date.parse('2026-03-10T04:00:00Z')
		await context.complaints.insert({ id: 'co_guest', siteId, content: 'It flickers', live, at })
	})
	const { stdout } = await parley(['complaints', 'list'])
	expect(stdout.split('\n')).toEqual([
		expect.stringMatching(/^TIME +COMPANY +PERSON +COMPLAINT +LIVE$/),
		expect.stringMatching(/^2026-03-10 12:00:00 +- +guest +It flickers +123456789 low 1.2s$/),
		expect.stringMatching(/^2026-03-10 11:00:00 +Example +Ada 王 \(ada\) +房间太冷 +-$/),
		expect.stringMatching(/^2026-03-10 10:00:00 +Example +Ada 王 \(ada\) +The room is cold +-$/),
	])
	expect((await parley(['complaints', 'list', '--site', 'other.example.org'])).stdout).toContain('No complaints')
	expect(await parley(['complaints', 'list', '--site', 'nowhere'])).toMatchObject({ exitCode: 1 })
})

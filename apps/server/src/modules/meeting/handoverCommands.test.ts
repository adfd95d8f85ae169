import { expect, test } from 'vitest'
import { withCommandContext } from '../../admin/commandContext.ts'
import { createTestTerminal } from '../../admin/testTerminal.ts'
import type { CommandContext } from '../../platform/command.ts'
import type { Config } from '../../platform/config.ts'
import { findPerson } from '../account/index.ts'
import { aMeeting } from './fixtures.ts'
import { createSqlHandoverStore } from './handoverStore.sql.ts'
import { createSqlMeetingStore } from './store.sql.ts'

test('upcoming meetings of a person who leaves go to a colleague, or are listed before they are cancelled', async () => {
	const { parley, dataFolder } = await createTestTerminal()
	const look = <T>(work: (context: CommandContext) => Promise<T>) =>
		withCommandContext({ dataFolder, databaseUrl: undefined } as Config, work)
	await parley(['site', 'create', 'meet.example.org'])
	await parley(['company', 'create', 'Example'])
	for (const name of ['ada', 'grace', 'lin']) await parley(['person', 'create', name, '--company', 'Example'])
	await parley(['person', 'disable', 'lin'])
	const asked = () => look(({ db }) => createSqlHandoverStore(db).all())
	expect((await parley(['person', 'hand-over', 'ada', 'grace'])).stdout).toBe('ada hosts no upcoming meetings.')
	expect(await asked()).toEqual([])

	const ids = await look(async context => {
		const find = async (name: string) => {
			const person = await findPerson(context, { name, site: undefined })
			if (!person.ok || !person.value.lastCompanyId) throw new Error(`no ${name}`)
			return { ...person.value, companyId: person.value.lastCompanyId }
		}
		const [ada, grace] = [await find('ada'), await find('grace')]
		const of = { siteId: ada.siteId, companyId: ada.companyId, hostId: ada.id }
		await createSqlMeetingStore(context.db).insertMany([aMeeting(of), aMeeting(of), aMeeting({ ...of, status: 9 })])
		return { ada: ada.id, grace: grace.id }
	})
	const would = await parley(['person', 'delete', 'ada'])
	expect(would.stderr).toContain('The 2 upcoming meetings they host would go to their creators, or be cancelled.')
	expect((await parley(['person', 'delete', 'ada', '--successor', 'lin'])).stderr).toContain('"Example"')
	expect((await parley(['person', 'delete', 'ada', '--successor', 'ada'])).stderr).toContain('their own')
	expect((await parley(['person', 'hand-over', 'ada', 'nobody'])).exitCode).toBe(1)
	expect(await asked()).toEqual([])

	expect((await parley(['person', 'hand-over', 'ada', 'grace'])).stdout).toContain(
		'The 2 upcoming meetings of ada go to',
	)
	expect(await asked()).toEqual([{ hostId: ids.ada, successorId: ids.grace }])
	const deleted = await parley(['person', 'delete', 'ada', '--yes'])
	expect(deleted.stdout).toContain(
		'The 2 upcoming meetings they host go to the colleague they were handed over to: a running server does it within a minute.',
	)
	expect(await asked()).toEqual([{ hostId: ids.ada, successorId: ids.grace }])
})

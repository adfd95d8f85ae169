import { charactersLost, cleanText, isDisplayName, isUserName, ok, type Result, type UserId } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { type CommandResult, failure, success } from '../../../platform/command.ts'
import { type Company, findCompany } from '../../company/index.ts'
import { findSite } from '../../site/index.ts'
import { findPerson } from '../findPerson.ts'
import { departmentPathRule, isDepartmentPath } from './peopleFile.ts'
import type { PersonContext } from './personContext.ts'

interface NamedPerson {
	name: string
	site: string | undefined
}

const atOnce = 'A running server notices within two seconds.'

/** Ends all sessions of a person, who cannot sign in until they are enabled. */
export async function disablePerson(context: PersonContext, wanted: NamedPerson): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id, name } = person.value
	const count = await context.inTransaction(async ({ people, sessions, clock }) => {
		const disabled = await people.disable([id], 'command', clock.now())
		await sessions.removeByUser(id)
		return disabled
	})
	if (count === 0) return success(`${name} was already disabled.`)
	return success(`${name} is disabled and signed out everywhere. ${atOnce}`)
}

/** Ends all sessions of a person, who may sign in again. */
export async function endSessionsOf(context: PersonContext, wanted: NamedPerson): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id, name } = person.value
	await context.inTransaction(({ sessions }) => sessions.endByUser(id))
	return success(`${name} is signed out everywhere, and can sign in again. ${atOnce}`)
}

export async function enablePerson(context: PersonContext, wanted: NamedPerson): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id, name } = person.value
	const count = await context.people.enable([id])
	return success(count === 0 ? `${name} is not disabled.` : `${name} can sign in again.`)
}

/**
 * Removes an account. Its content stays, without its name; upcoming meetings go to a successor, or to their creators, and are
 * cancelled if there is neither.
 */
export async function deletePerson(
	context: PersonContext,
	{ isConfirmed, successor, ...wanted }: NamedPerson & { isConfirmed: boolean; successor: string | undefined },
): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id, siteId, name, displayName } = person.value
	const planned = await planHandover(context, person.value, { successor, site: wanted.site })
	if (!planned.ok) return planned
	const { count, successorId, heirs } = planned.value
	if (!isConfirmed) {
		return failure(
			`${name} (${displayName}) would be deleted permanently; their complaints, messages and past meetings stay. To confirm, add --yes`,
			...(count > 0 && successorId === undefined
				? [
						`${meetings(count)} they host would go to their creators, or be cancelled. To hand them over: --successor <name>`,
					]
				: []),
			`To keep the account without access: parley person disable ${name}`,
		)
	}
	await context.inTransaction(async parts => {
		const { people, sessions, complaints, activity, visits, recordings, rooms, handovers, forgetInMessaging, clock } =
			parts
		if (count > 0) await handovers.ask({ hostId: id, successorId }, clock.now())
		await sessions.removeByUser(id)
		await complaints.forgetAuthor(id)
		await activity.forgetPerson(id)
		await visits.forgetPerson(id)
		await recordings.forgetPerson(id)
		await rooms.forgetPerson(id)
		await forgetInMessaging(v.parse(ImAppId, siteId), v.parse(ImUserId, id))
		await people.remove(id)
	})
	return success(
		`${name} is deleted; their meetings and complaints stay without a name. ${atOnce}`,
		...(count > 0 ? [`${meetings(count)} they host go to ${heirs}: a running server does it within a minute.`] : []),
	)
}

/** Hands the upcoming and current meetings a person hosts over to a colleague. */
export async function handOverMeetings(
	context: PersonContext,
	{ successor, ...wanted }: NamedPerson & { successor: string },
): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id, name } = person.value
	const planned = await planHandover(context, person.value, { successor, site: wanted.site })
	if (!planned.ok) return planned
	const { count, successorId, heirs } = planned.value
	if (count === 0) return success(`${name} hosts no upcoming meetings.`)
	await context.handovers.ask({ hostId: id, successorId }, context.clock.now())
	return success(`${meetings(count)} of ${name} go to ${heirs}: a running server does it within a minute.`)
}

const meetings = (count: number) => (count === 1 ? 'The upcoming meeting' : `The ${count} upcoming meetings`)

/**
 * Counts the meetings a person hosts that have not ended, and finds their successor, who must belong to the companies of
 * these meetings.
 */
async function planHandover(
	context: PersonContext,
	host: { id: UserId; name: string },
	wanted: { successor: string | undefined; site: string | undefined },
): Promise<Result<{ count: number; successorId: UserId | undefined; heirs: string }, string[]>> {
	const hosted = await context.handovers.countHosted(host.id)
	const count = hosted.reduce((sum, { count: some }) => sum + some, 0)
	if (wanted.successor === undefined) {
		const asked = (await context.handovers.all()).find(({ hostId }) => hostId === host.id)?.successorId
		const heirs = asked ? 'the colleague they were handed over to' : 'their creators, or are cancelled'
		return ok({ count, successorId: asked, heirs })
	}
	const found = await findPerson(context, { name: wanted.successor, site: wanted.site })
	if (!found.ok) return failure(`${wanted.successor}: ${found.failure.join(' ')}`)
	const { id: successorId, name } = found.value
	if (successorId === host.id) return failure(`${name} cannot be their own successor`)
	for (const { companyId, count: some } of hosted) {
		if (await context.handovers.isActiveMember(successorId, companyId)) continue
		const company = await context.companies.find(companyId)
		return failure(`${name} cannot host the ${some} meetings in "${company?.name}": they are not in it, or disabled`)
	}
	return ok({ count, successorId, heirs: name })
}

/** Changes the login name of a person, their display name, or both. */
export async function renamePerson(
	context: PersonContext,
	{ newName, newDisplayName, ...wanted }: NamedPerson & { newName?: string; newDisplayName?: string },
): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id, name } = person.value
	const names = { name: newName ?? name, displayName: cleanText(newDisplayName ?? person.value.displayName) }
	if (newName === undefined && newDisplayName === undefined) return failure('Give --name, --display-name or both')
	if (!isUserName(names.name)) return failure('The name needs 2 to 20 letters, digits, Chinese characters or _ . - ·')
	if (!isDisplayName(names.displayName) || charactersLost(newDisplayName ?? '').length > 0)
		return failure('The display name needs 1 to 50 characters, no emoji')
	if (!(await context.people.rename(id, names))) return failure('That name is already taken on this site')
	return success(`${name} is now ${names.displayName} and signs in as ${names.name}.`)
}

/** Changes the rights of a person in a company, from their next request on. */
export async function changeUserType(
	context: PersonContext,
	{ userType, company, ...wanted }: NamedPerson & { company: string | undefined; userType: number },
): Promise<CommandResult> {
	const found = await findMember(context, wanted, company)
	if (!found.ok) return found
	const { id, name, company: of } = found.value
	await context.people.setUserTypes(of.id, [{ id, userType }])
	return success(`${name} has the user type ${userType} in "${of.name}" from their next request on.`)
}

/** Moves a person to one department of a company, out of all others of it; an empty path means none. */
export async function movePerson(
	context: PersonContext,
	{ path, company, isNew, ...wanted }: NamedPerson & { path: string[]; company: string | undefined; isNew: boolean },
): Promise<CommandResult> {
	const label = path.join('/')
	if (!isDepartmentPath(path)) return failure(`The department "${label}" ${departmentPathRule}`)
	const found = await findMember(context, wanted, company)
	if (!found.ok) return found
	const { id, name, company: of } = found.value
	if (!isNew && path.length > 0 && !(await context.directory.findDepartmentByPath(of.id, path)))
		return failure(`"${of.name}" has no department "${label}". To create it, add --create`)
	await context.inTransaction(async ({ directory }) => {
		const department = await directory.ensureDepartmentPath(of.id, path)
		await directory.replacePlacements(of.id, [{ userId: id, departmentId: department?.id }])
	})
	return success(
		path.length > 0
			? `${name} is now in "${label}" of "${of.name}".`
			: `${name} is no longer in any department of "${of.name}".`,
	)
}

/** Finds a person and one of their companies: the named one, or the only one. */
async function findMember(
	context: PersonContext,
	wanted: NamedPerson,
	company: string | undefined,
): Promise<Result<{ id: UserId; name: string; company: Company }, string[]>> {
	const [site, person] = [await findSite(context, wanted.site), await findPerson(context, wanted)]
	if (!site.ok) return site
	if (!person.ok) return person
	const { id, name } = person.value
	const memberships = await context.people.listMemberships(id)
	if (company !== undefined) {
		const found = await findCompany(context, site.value, company)
		if (!found.ok) return found
		const isMember = memberships.some(({ companyId }) => companyId === found.value.id)
		return isMember ? ok({ id, name, company: found.value }) : failure(`${name} is not in "${found.value.name}"`)
	}
	const companies = await context.companies.listBySite(site.value.id)
	const own = companies.filter(({ id: companyId }) => memberships.some(one => one.companyId === companyId))
	const [only] = own
	if (!only) return failure(`${name} does not belong to a company`)
	if (own.length > 1)
		return failure(
			`${name} belongs to several companies; name one with --company: ${own.map(one => one.name).join(', ')}`,
		)
	return ok({ id, name, company: only })
}

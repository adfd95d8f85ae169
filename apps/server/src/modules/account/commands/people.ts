import { charactersLost, cleanText, refused } from '@parley/core'
import { type CommandResult, failure, success } from '../../../platform/command.ts'
import { isUniqueViolation } from '../../../platform/database.ts'
import { table } from '../../../platform/table.ts'
import { findCompany } from '../../company/index.ts'
import { findSite } from '../../site/index.ts'
import { findPerson, unknownPersonText } from '../findPerson.ts'
import { parseMobile } from './peopleFile.ts'
import type { PersonContext } from './personContext.ts'

const refusalTexts = {
	'account.nameInvalid': 'The name needs 2 to 20 letters, digits, Chinese characters or _ . - ·',
	'account.displayNameInvalid': 'The display name needs 1 to 50 characters, no emoji',
	'account.passwordInvalid':
		'The password needs 8 to 20 characters of at least two kinds (letters, digits, signs) and must not be the name',
	'account.nameTaken': 'That name is already taken on this site',
	'account.takenMeanwhile': 'That name or mobile number has just been taken on this site',
} as const

export interface NewPerson {
	name: string
	company: string
	site: string | undefined
	displayName: string | undefined
	userType: number
	mobile: string | undefined
	/** Corporate directory the account comes from, such as `OA`. */
	source: string | undefined
	password: string
	isGenerated: boolean
}

export async function createPerson(context: PersonContext, wanted: NewPerson): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.company)
	if (!company.ok) return company
	const mobile = parseMobile(wanted.mobile ?? '')
	if (mobile === undefined) return failure('The mobile number needs 5 to 20 digits, or +<country> <number>')
	const displayName = wanted.displayName ?? wanted.name
	if (charactersLost(displayName).length > 0) return failure(refusalTexts['account.displayNameInvalid'])
	const { mobile: number, mobileCode } = mobile
	const owner =
		number && (await context.accounts.findByMobile(site.value.id, { areaCode: mobileCode ?? '', mobile: number }))
	if (owner) return failure(`The mobile number belongs to ${owner.name}`)
	// In one transaction: a person without a company could never sign in.
	const creation = context.inTransaction(({ accounts }) =>
		accounts.create({
			siteId: site.value.id,
			companyId: company.value.id,
			name: wanted.name,
			displayName,
			password: wanted.password,
			userType: wanted.userType,
			...(wanted.source !== undefined && { source: wanted.source }),
			...mobile,
		}),
	)
	const created = await creation.catch(error => {
		if (isUniqueViolation(error)) return refused('account.takenMeanwhile')
		throw error
	})
	if (!created.ok) return failure(refusalTexts[created.failure])
	return success(`Created ${wanted.name} in "${company.value.name}".`, ...passwordLines(wanted))
}

export interface PeopleListing {
	company: string
	site: string | undefined
	search: string | undefined
	/** From 1 on. */
	page: number
	/** Lists only people after this login name. */
	after: string | undefined
	pageSize: number
}

/** One page of a company's people, ordered by login name. */
export async function listPeople(context: PersonContext, wanted: PeopleListing): Promise<CommandResult> {
	const { page, after, pageSize } = wanted
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.company)
	if (!company.ok) return company
	const companyId = company.value.id
	const search = wanted.search === undefined ? undefined : cleanText(wanted.search)
	const offset = after === undefined ? (page - 1) * pageSize : 0
	const { people, total } = await context.people.listPage({ companyId, search, after, offset, limit: pageSize })
	const paths = await context.directory.readPaths(companyId)
	const placements = await context.directory.listPlacementsOf(
		companyId,
		people.map(({ id }) => id),
	)
	const rows = people.map(({ id, name, displayName, userType, isDisabled }) => {
		const departments = placements
			.filter(({ userId }) => userId === id)
			.map(({ departmentId }) => paths.pathOf(departmentId).join('/'))
			.join(', ')
		return [name, displayName, String(userType), isDisabled ? 'disabled' : '', departments]
	})
	const pages = Math.max(1, Math.ceil(total / pageSize))
	if (after === undefined && page > pages)
		return failure(`Page ${page} does not exist: the last of ${total} people are on page ${pages}`)
	const where = after === undefined ? `page ${page} of ${pages}` : `after ${after}`
	const last = people.at(-1)
	const hasMore = last !== undefined && (after === undefined ? page < pages : people.length === pageSize)
	return success(
		...table([['NAME', 'DISPLAY NAME', 'TYPE', 'STATE', 'DEPARTMENT'], ...rows]),
		total > people.length ? `${total} people, ${where}` : total === 1 ? '1 person' : `${total} people`,
		...(hasMore ? [`Next: ${after === undefined ? `--page ${page + 1}` : `--after ${last.name}`}`] : []),
	)
}

/** Sets a new password and ends all sessions of the person. */
export async function resetPassword(
	context: PersonContext,
	wanted: { name: string; site: string | undefined; password: string; isGenerated: boolean },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const changed = await context.inTransaction(async ({ accounts, sessions, proofs }) => {
		const set = await accounts.setPassword(site.value.id, wanted.name, wanted.password)
		if (set.ok) {
			await sessions.removeByUser(set.value.id)
			await proofs.removeForUser(set.value.id)
		}
		return set
	})
	if (!changed.ok)
		return failure(
			changed.failure === 'account.unknown'
				? unknownPersonText(wanted.name, site.value.host)
				: refusalTexts[changed.failure],
		)
	return success(`${changed.value.name} has a new password and is signed out everywhere.`, ...passwordLines(wanted))
}

/** Binds an account to an identity of the workplace app. */
export async function linkPerson(
	context: PersonContext,
	wanted: { name: string; site: string | undefined; openid: string },
): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	const { id: userId, siteId, name } = person.value
	const key = { siteId, provider: 'workplace', subject: wanted.openid } as const
	const boundAt = context.clock.now()
	if (await context.identities.bind({ ...key, userId, nickname: null, picture: null, boundAt }))
		return success(`${name} is ${wanted.openid} in the workplace app.`)
	const bound = await context.identities.find(key)
	if (bound?.userId === userId) return success(`${name} is already ${wanted.openid} in the workplace app.`)
	return bound
		? failure(`${wanted.openid} is linked to another person`)
		: failure(`${name} is linked to another identity; first run: parley person unlink ${name}`)
}

export async function unlinkPerson(
	context: PersonContext,
	wanted: { name: string; site: string | undefined },
): Promise<CommandResult> {
	const person = await findPerson(context, wanted)
	if (!person.ok) return person
	await context.identities.unbind(person.value.id, 'workplace')
	return success(`${person.value.name} is not linked to the workplace app any more.`)
}

const passwordLines = ({ password, isGenerated }: { password: string; isGenerated: boolean }) =>
	isGenerated ? [`Password: ${password}`] : []

import { ok } from '@parley/core'
import { companyNamed, type House, siteNamed } from './house.ts'
import { mobileFrom } from './peopleFile.ts'
import { fault, type Outcome, said } from './surroundings.ts'
import { table } from './table.ts'

const why = {
	'account.nameInvalid': 'The name needs 2 to 20 letters, digits, Chinese characters or _ . - ·',
	'account.displayNameInvalid': 'The display name needs 1 to 50 characters, no emoji',
	'account.passwordInvalid':
		'The password needs 8 to 20 characters of at least two kinds (letters, digits, signs) and must not be the name',
	'account.nameTaken': 'Somebody on this site has that name already',
	'account.unknown': 'Nobody on this site has that name',
} as const

export interface WantedPerson {
	name: string
	company: string
	site: string | undefined
	displayName: string | undefined
	userType: number
	mobile: string | undefined
	/** The directory they come from, such as an OA. */
	source: string | undefined
	password: string
	isInvented: boolean
}

export async function createPerson(house: House, wanted: WantedPerson): Promise<Outcome> {
	const site = await siteNamed(house, wanted.site)
	if (!site.ok) return site
	const company = await companyNamed(house, site.value, wanted.company)
	if (!company.ok) return company
	const mobile = mobileFrom(wanted.mobile ?? '')
	if (mobile === undefined) return fault('The mobile number needs 5 to 20 digits, or +<country> <number>')
	// Two rows, or none: a person without a company could never sign in.
	const created = await house.inTransaction(({ accounts }) =>
		accounts.create({
			siteId: site.value.id,
			companyId: company.value.id,
			name: wanted.name,
			displayName: wanted.displayName ?? wanted.name,
			password: wanted.password,
			userType: wanted.userType,
			...(wanted.source !== undefined && { source: wanted.source }),
			...mobile,
		}),
	)
	if (!created.ok) return fault(why[created.failure])
	return said(`${wanted.name} made in "${company.value.name}".`, ...told(wanted))
}

export async function listPeople(
	house: House,
	wanted: { company: string; site: string | undefined },
): Promise<Outcome> {
	const site = await siteNamed(house, wanted.site)
	if (!site.ok) return site
	const company = await companyNamed(house, site.value, wanted.company)
	if (!company.ok) return company
	const [people, departments, placements] = await Promise.all([
		house.accounts.listByCompany(company.value.id),
		house.directory.listDepartments(company.value.id),
		house.directory.listPlacements(company.value.id),
	])
	const nameOf = new Map(departments.map(department => [department.id, department.name]))
	const rows = people.map(({ id, name, displayName, userType }) => {
		const places = placements.filter(placement => placement.userId === id)
		return [name, displayName, String(userType), places.map(({ departmentId }) => nameOf.get(departmentId)).join(', ')]
	})
	return said(...table([['NAME', 'DISPLAY NAME', 'TYPE', 'DEPARTMENT'], ...rows]), `${people.length} people`)
}

/** A new password, and whoever is signed in with the old one is signed out. */
export async function resetPassword(
	house: House,
	wanted: { name: string; site: string | undefined; password: string; isInvented: boolean },
): Promise<Outcome> {
	const site = await siteNamed(house, wanted.site)
	if (!site.ok) return site
	const changed = await house.inTransaction(async ({ accounts, sessions, proofs }) => {
		const set = await accounts.setPassword(site.value.id, wanted.name, wanted.password)
		if (set.ok) {
			await sessions.removeByUser(set.value.id)
			await proofs.removeForUser(set.value.id)
		}
		return set
	})
	if (!changed.ok) return fault(why[changed.failure])
	return said(`${changed.value.name} has a new password and is signed out everywhere.`, ...told(wanted))
}

/** The workplace app knows people by a name of its own: this says who that is here. */
export async function linkPerson(
	house: House,
	wanted: { name: string; site: string | undefined; openid: string },
): Promise<Outcome> {
	const person = await personNamed(house, wanted)
	if (!person.ok) return person
	const { id: userId, siteId, name } = person.value
	const key = { siteId, provider: 'workplace', subject: wanted.openid } as const
	const boundAt = house.clock.now()
	if (await house.identities.bind({ ...key, userId, nickname: null, picture: null, boundAt }))
		return said(`${name} is ${wanted.openid} in the workplace app.`)
	const bound = await house.identities.find(key)
	if (bound?.userId === userId) return said(`${name} is ${wanted.openid} in the workplace app already.`)
	return bound
		? fault(`${wanted.openid} is somebody else already`)
		: fault(`${name} is somebody else in the workplace app; first: parley person unlink ${name}`)
}

export async function unlinkPerson(house: House, wanted: { name: string; site: string | undefined }): Promise<Outcome> {
	const person = await personNamed(house, wanted)
	if (!person.ok) return person
	await house.identities.unbind(person.value.id, 'workplace')
	return said(`${person.value.name} is nobody in the workplace app.`)
}

/** The account of a login name on a site. */
export async function personNamed(house: House, { name, site: host }: { name: string; site: string | undefined }) {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	const account = await house.accounts.findByName(site.value.id, name)
	return account ? ok(account) : fault(why['account.unknown'])
}

const told = ({ password, isInvented }: { password: string; isInvented: boolean }) =>
	isInvented ? [`Password: ${password}`] : []

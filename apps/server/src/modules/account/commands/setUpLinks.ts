import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatWireTime, type UserId } from '@parley/core'
import { type CommandResult, failure, success } from '../../../platform/command.ts'
import { withPath } from '../../../platform/fileErrors.ts'
import { type Company, findCompany } from '../../company/index.ts'
import { type AddressSettings, addressOf, findSite, type Site } from '../../site/index.ts'
import type { Proof } from '../../verification/index.ts'
import { findPerson } from '../findPerson.ts'
import { writeInBatches } from './batches.ts'
import type { PersonContext } from './personContext.ts'

/** Destination of links: a new file, readable by its owner alone, or `-` for the terminal. */
export interface LinkTarget {
	file: string
	print(line: string): void
}

/** Recipients, and validity of the links. */
export interface LinkSettings {
	site: Site
	server: AddressSettings
	days: number
}

interface Person {
	id: UserId
	name: string
	displayName: string
}

export interface SetUpLink {
	person: Person
	url: string
	proof: Proof
}

/** Link with which a person sets their first password, once; not valid before its proof is stored. */
export function prepareLink(
	{ proofs }: Pick<PersonContext, 'proofs'>,
	{ site, server, days }: LinkSettings,
	person: Person,
): SetUpLink {
	const { token, proof } = proofs.prepareSetUp(site.id, person.id, days)
	// Browsers don't send the fragment to servers, so it appears in no log.
	return { person, url: `${addressOf(site, server).url}/setUp#${token}`, proof }
}

export interface LinkWriter {
	/** Called within `keepIfStored`, before the proofs are committed, so that no valid link is lost. */
	write(links: readonly SetUpLink[]): Promise<void>
	/** Removes links written while `store` ran if it fails: they would not be valid. */
	keepIfStored<T>(store: () => Promise<T>): Promise<T>
	/** Closes the file, and removes it if it has no links. */
	close(): Promise<void>
}

/** @throws if the file already exists, or cannot be written */
export async function openLinkWriter({ file, print }: LinkTarget, { site }: LinkSettings): Promise<LinkWriter> {
	const lineOf = ({ person: { name, displayName }, url, proof }: SetUpLink) =>
		[name, displayName, url, formatWireTime(proof.expiresAt, site.settings.zone)].map(csvCell).join(',')
	const header = 'name,display_name,link,valid_until'
	return file === '-' ? printLinks(header, lineOf, print) : await createLinkFile(file, header, lineOf)
}

type LineOf = (link: SetUpLink) => string

function printLinks(header: string, lineOf: LineOf, print: LinkTarget['print']): LinkWriter {
	print(header)
	let unkept: string[] = []
	return {
		async write(links) {
			unkept.push(...links.map(lineOf))
		},
		async keepIfStored(store) {
			unkept = []
			const stored = await store()
			unkept.forEach(print)
			return stored
		},
		close: async () => {},
	}
}

async function createLinkFile(file: string, header: string, lineOf: LineOf): Promise<LinkWriter> {
	const handle = await open(file, 'ax', 0o600).catch(error => {
		// ENOENT for a new file means that its folder is missing.
		throw error.code === 'ENOENT' ? Object.assign(error, { path: dirname(file) }) : error
	})
	const append = (text: string) => withPath(file, () => handle.appendFile(text))
	const size = async () => (await handle.stat()).size
	// Byte order mark by which spreadsheets recognise UTF-8.
	await append(`\ufeff${header}\n`)
	const empty = await size()
	return {
		async write(links) {
			if (links.length > 0) await append(`${links.map(lineOf).join('\n')}\n`)
		},
		async keepIfStored(store) {
			const kept = await size()
			try {
				return await store()
			} catch (error) {
				await handle.truncate(kept)
				throw error
			}
		},
		async close() {
			const isEmpty = (await size()) === empty
			await handle.close()
			if (isEmpty) await rm(file)
		},
	}
}

/** Spreadsheets treat cells that begin with one of these as formulas. */
const csvCell = (text: string): string => {
	const plain = /^[=+@\t\r-]/.test(text) ? `'${text}` : text
	return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export interface LinksRequest {
	names: readonly string[]
	/** All people of this company without a password, instead of names. */
	company: string | undefined
	site: string | undefined
	days: number
	target: LinkTarget
	server: AddressSettings
}

/** Creates set-up links; earlier links of these people become invalid. */
export async function writeSetUpLinks(context: PersonContext, request: LinksRequest): Promise<CommandResult> {
	const site = await findSite(context, request.site)
	if (!site.ok) return site
	const found = await findPeople(context, site.value, request)
	if (!found.ok) return found
	if (found.value.length === 0) return success('All people have a password.')
	const settings = { site: site.value, server: request.server, days: request.days }
	const writer = await openLinkWriter(request.target, settings)
	try {
		await writeInBatches(found.value, {
			isExclusive: context.isExclusive,
			onWritten: () => {},
			async write(people) {
				const links = people.map(person => prepareLink(context, settings, person))
				let openedAt = performance.now()
				await writer.keepIfStored(async () => {
					await writer.write(links)
					await context.inTransaction(async ({ proofs }) => {
						openedAt = performance.now()
						for (const { id } of people) await proofs.removeForUser(id)
					})
					await context.writeMany(within =>
						context.proofs.insertPrepared(
							links.map(({ proof }) => proof),
							within,
						),
					)
				})
				return performance.now() - openedAt
			},
		})
	} finally {
		await writer.close()
	}
	const { file } = request.target
	const where = file === '-' ? '' : `, in ${file}`
	const count = found.value.length
	return success(
		`${count === 1 ? '1 link' : `${count} links`}, each valid once and for ${request.days} days${where}.`,
		...addressOf(site.value, request.server).doubts,
	)
}

async function findPeople(context: PersonContext, site: Site, { names, company, site: host }: LinksRequest) {
	// Links for a whole company would make those of all others invalid.
	if (company !== undefined && names.length > 0) return failure('Give names or --company, not both.')
	if (company !== undefined) {
		const found = await findCompany(context, site, company)
		return found.ok ? { ok: true as const, value: await withoutPassword(context, found.value) } : found
	}
	const people: Person[] = []
	for (const name of names) {
		const person = await findPerson(context, { name, site: host })
		if (!person.ok) return failure(`${name}: ${person.failure.join(' ')}`)
		people.push(person.value)
	}
	return names.length > 0 ? { ok: true as const, value: people } : failure('Name people, or a company with --company')
}

const withoutPassword = (context: PersonContext, { id }: Company): Promise<Person[]> =>
	context.people.listWithoutPassword(id)

import { open } from 'node:fs/promises'
import { formatWireTime, type UserId } from '@parley/core'
import type { Company } from '../modules/company/index.ts'
import type { Site } from '../modules/site/index.ts'
import type { Proof } from '../modules/verification/index.ts'
import { type AdminContext, findCompany, findSite } from './adminContext.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { writeInBatches } from './batches.ts'
import { findPerson } from './people.ts'
import { type AddressSettings, addressOf } from './siteAddress.ts'

/** Where links are written: a new file, readable by its owner alone, or `-` for the terminal. */
export interface LinkTarget {
	file: string
	print(line: string): void
}

/** For whom, and how long links are valid. */
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

/** A link with which somebody chooses their first password, once; not valid before its proof is stored. */
export function prepareLink(
	{ proofs }: Pick<AdminContext, 'proofs'>,
	{ site, server, days }: LinkSettings,
	person: Person,
): SetUpLink {
	const { token, proof } = proofs.prepareSetUp(site.id, person.id, days)
	// Behind the #, which browsers send to no server: it is in no log.
	return { person, url: `${addressOf(site, server).url}/setUp#${token}`, proof }
}

export interface LinkWriter {
	/** Before the proofs are stored, so that no valid link is lost. */
	write(links: readonly SetUpLink[]): Promise<void>
	close(): Promise<void>
}

/** @throws where the file is there already, or cannot be written */
export async function openLinkWriter({ file, print }: LinkTarget, { site }: LinkSettings): Promise<LinkWriter> {
	const lineOf = ({ person: { name, displayName }, url, proof }: SetUpLink) =>
		[name, displayName, url, formatWireTime(proof.expiresAt, site.settings.zone)].map(csvCell).join(',')
	const header = 'name,display_name,link,valid_until'
	if (file === '-') {
		print(header)
		return { write: async links => links.map(lineOf).forEach(print), close: async () => {} }
	}
	const handle = await open(file, 'wx', 0o600)
	// The mark by which spreadsheets recognise UTF-8.
	await handle.write(`\ufeff${header}\n`)
	return {
		async write(links) {
			if (links.length > 0) await handle.write(`${links.map(lineOf).join('\n')}\n`)
		},
		close: () => handle.close(),
	}
}

/** A spreadsheet takes what begins with one of these for a formula. */
const csvCell = (text: string): string => {
	const plain = /^[=+@\t\r-]/.test(text) ? `'${text}` : text
	return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export interface LinksRequest {
	names: readonly string[]
	/** Everybody of this company who has no password, instead of names. */
	company: string | undefined
	site: string | undefined
	days: number
	target: LinkTarget
	server: AddressSettings
}

/** New set-up links; those the people had before are not valid any more. */
export async function writeSetUpLinks(context: AdminContext, request: LinksRequest): Promise<CommandResult> {
	const site = await findSite(context, request.site)
	if (!site.ok) return site
	const found = await findPeople(context, site.value, request)
	if (!found.ok) return found
	if (found.value.length === 0) return success('Everybody has a password.')
	const settings = { site: site.value, server: request.server, days: request.days }
	const writer = await openLinkWriter(request.target, settings)
	try {
		await writeInBatches(found.value, {
			isExclusive: context.isExclusive,
			onWritten: () => {},
			async write(people) {
				const links = people.map(person => prepareLink(context, settings, person))
				await writer.write(links)
				let openedAt = performance.now()
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
		`${count === 1 ? '1 link' : `${count} links`}, valid once and for ${request.days} days${where}.`,
		...addressOf(site.value, request.server).doubts,
	)
}

async function findPeople(context: AdminContext, site: Site, { names, company, site: host }: LinksRequest) {
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

const withoutPassword = (context: AdminContext, { id }: Company): Promise<Person[]> =>
	context.people.listWithoutPassword(id)

import { createHmac } from 'node:crypto'
import { type SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { isEqualInConstantTime } from '../../platform/constantTime.ts'
import type { Client } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Account, AccountStore } from './store.ts'

/** For how long a device stays known after a sign-in. */
export const knownDeviceLifetimeMs = 180 * 86_400_000
/** People that one browser knows: a shared tablet has several. */
const maxPeople = 5

const Entry = v.object({ device: v.string(), person: UserId, issuedAt: v.number() })
type Entry = v.InferOutput<typeof Entry>

export interface KnownDeviceDeps {
	store: Pick<AccountStore, 'find'>
	clock: Clock
	ids: Ids
	/** HMAC key of the cookie. */
	secret: Uint8Array
}

/**
 * Devices on which people have signed in. Their cookie has one signed entry for each person, which is valid on one site,
 * until it expires or the password of the person changes. It admits to nothing: failures of others do not count against it.
 */
export function createKnownDevices({ store, clock, ids, secret }: KnownDeviceDeps) {
	/** Part of the signature are the password hashes, so that a new password makes every entry before it worthless. */
	const sign = (siteId: SiteId, payload: string, { passwordHash, corporateHash }: Account) =>
		createHmac('sha256', secret)
			.update(JSON.stringify([siteId, payload, passwordHash, corporateHash]))
			.digest('base64url')

	/** The id of the device, if it is known as one of a person that `isPerson` accepts. */
	async function find(
		{ siteId, deviceCookie }: Pick<Client, 'siteId' | 'deviceCookie'>,
		isPerson: (account: Account) => boolean,
	): Promise<string | undefined> {
		for (const text of entriesOf(deviceCookie)) {
			const [payload = '', signature = ''] = text.split('.')
			const entry = parseEntry(payload)
			if (!entry || entry.issuedAt + knownDeviceLifetimeMs <= clock.now()) continue
			const account = await store.find(entry.person)
			if (!account || account.siteId !== siteId || !isPerson(account)) continue
			if (isEqualInConstantTime(signature, sign(siteId, payload, account))) return entry.device
		}
		return undefined
	}

	/** Returns the cookie with a new entry for a person who has just signed in. */
	async function remember({ siteId, deviceCookie }: Pick<Client, 'siteId' | 'deviceCookie'>, userId: UserId) {
		const account = await store.find(userId)
		if (!account) throw new Error('a deleted person has signed in')
		const entry: Entry = { device: ids.row('d'), person: userId, issuedAt: clock.now() }
		const payload = Buffer.from(JSON.stringify(entry)).toString('base64url')
		const others = entriesOf(deviceCookie).filter(text => parseEntry(text.split('.')[0] ?? '')?.person !== userId)
		const own = `${payload}.${sign(siteId, payload, account)}`
		return [own, ...others.slice(0, maxPeople - 1)].join('~')
	}

	return { find, remember }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>

const entriesOf = (cookie: string | undefined): string[] =>
	(cookie ?? '')
		.split('~')
		.filter(text => /^[\w-]{1,400}\.[\w-]{43}$/.test(text))
		.slice(0, maxPeople)

function parseEntry(payload: string): Entry | undefined {
	try {
		const parsed = v.safeParse(Entry, JSON.parse(Buffer.from(payload, 'base64url').toString()))
		return parsed.success ? parsed.output : undefined
	} catch {
		return undefined
	}
}

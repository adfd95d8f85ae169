import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { type Site, SiteSettings } from '../modules/site/index.ts'
import type { Config } from '../platform/config.ts'
import { freeBytes } from '../platform/disk.ts'
import { isPrivateAddress } from '../platform/hostNames.ts'
import { lanAddresses } from '../platform/tls.ts'
import { missingTool } from './postgresTools.ts'

/** What people who come from elsewhere need, and nobody misses on their own machine. */

interface CheckResult {
	found: string
	remedy?: string
}

/** Without a site everybody reads that there is none. The demo makes its own at the first start. */
export function checkSites(hosts: readonly string[], { demo }: Pick<Config, 'demo'>): CheckResult {
	if (hosts.length > 0) return { found: hosts.join(', ') }
	if (demo === 'thisMachine' || demo === 'everywhere') return { found: 'none yet; the demo makes some' }
	return { found: 'none', remedy: 'Make one for the name people open: parley site create <host name>' }
}

/** Until somebody sets it, people read a number on the page that is nobody's. */
export function checkTelephones(
	sites: readonly Pick<Site, 'host' | 'settings'>[],
	{ isReachable }: Pick<Config, 'isReachable'>,
): CheckResult {
	const { telephone: usual } = v.parse(SiteSettings, {})
	const found = sites.map(({ host, settings }) => `${host}: ${settings.telephone || 'nobody'}`).join('; ')
	const unset = sites.filter(({ settings }) => settings.telephone === usual).map(({ host }) => host)
	if (unset.length === 0 || !isReachable) return { found: found || 'no site yet' }
	return {
		found: `people of ${unset.join(', ')} are told to call ${usual}`,
		remedy: `Say whom to call, or nobody (telephone=): ${unset.map(host => `parley site set ${host} telephone=…`).join('; ')}`,
	}
}

export function checkSms({ sms, demo, isReachable }: Pick<Config, 'sms' | 'demo' | 'isReachable'>): CheckResult {
	const found = smsDestination(sms)
	// In a demo for everybody the inbox is where its people read them.
	if (sms.sender !== 'simulated' || !isReachable || demo === 'everywhere') return { found }
	return {
		found,
		remedy: 'Set SMS_HOOK_URL or SMS_TENCENT_*: without it nobody registers, signs in by code or resets a password',
	}
}

function smsDestination(sms: Config['sms']): string {
	const found = smsDestinations[sms.sender]
	if (sms.sender !== 'tencent' || sms.templates.passwordGuessing.mainland !== undefined) return found
	return `${found}; no host is told of tried passwords without SMS_TENCENT_TEMPLATE_GUESSING`
}

const smsDestinations: Record<Config['sms']['sender'], string> = {
	simulated: 'text messages go to nobody: they stay in the simulated inbox until SMS_HOOK_URL or SMS_TENCENT_* is set',
	hook: 'text messages go to SMS_HOOK_URL',
	tencent: 'text messages go through Tencent Cloud',
}

/** Many offices and mobile networks let no UDP through, so that media needs a relay. */
export function checkTurn({ media, isReachable }: Pick<Config, 'media' | 'isReachable'>): CheckResult {
	const servers = media.iceServers.map(({ urls, username, credential }) => ({
		urls: [urls].flat().filter(url => /^turns?:/.test(url)),
		isAdmitted: Boolean(username && credential),
	}))
	const turn = servers.flatMap(({ urls }) => urls)
	if (turn.length === 0) {
		const found = 'none: who is in a network without UDP neither hears nor is heard'
		return isReachable ? { found, remedy: 'Set MEDIA_ICE_SERVERS to a TURN server, such as coturn' } : { found }
	}
	const withoutLogin = servers.filter(({ isAdmitted }) => !isAdmitted).flatMap(({ urls }) => urls)
	if (withoutLogin.length > 0) {
		return {
			found: `${withoutLogin.join(', ')} without username and credential, which no TURN server takes`,
			remedy: 'Give both in MEDIA_ICE_SERVERS',
		}
	}
	return { found: turn.join(', ') }
}

/** What browsers send sound and picture to. */
export function checkAnnouncedAddress(
	{ media: { announcedIp }, publicUrl, isReachable }: Pick<Config, 'media' | 'publicUrl' | 'isReachable'>,
	addresses: readonly string[] = lanAddresses(),
): CheckResult {
	const announced = announcedIp === undefined ? addresses : [announcedIp]
	const found = announced.length === 0 ? 'none: this machine is in no network' : announced.join(', ')
	const isHidden = announced.every(isPrivateAddress)
	const isForOthers = isReachable && publicUrl !== undefined && !isPrivateAddress(new URL(publicUrl).hostname)
	if (isHidden && isForOthers)
		return {
			found: `${found}, which people from elsewhere do not reach`,
			remedy: 'Set MEDIA_ANNOUNCED_IP to the address that people reach this machine at',
		}
	return { found: isHidden && announcedIp !== undefined ? `${found}, which people reach in this network alone` : found }
}

/** Codes, tickets and tokens of other services are good for a minute or a few. */
const toleratedMs = 2_000
const dateWithinMs = 4_000
const setByNtp = 'Let this machine set its clock by NTP (timedatectl set-ntp true)'
const execute = promisify(execFile)

/** An outside clock: its time, and how far that may be off because of the way. */
export type ReadClock = () => Promise<{ from: string; at: number; roughMs: number }>

/**
 * Compares with the first clock that answers. One on this machine is always right, so what the machine says of itself counts,
 * too: whether something keeps its clock, undefined where it does not say.
 */
export async function checkClock(
	clocks: readonly ReadClock[],
	isKept: () => Promise<boolean | undefined> = isClockKept,
	now: () => number = Date.now,
): Promise<CheckResult> {
	const compared = await compareClocks(clocks, now)
	if (compared?.remedy !== undefined) return compared
	const kept = await isKept()
	if (kept === false) return { found: 'nothing keeps it right on this machine', remedy: setByNtp }
	if (compared) return compared
	if (kept) return { found: 'kept by NTP' }
	return { found: 'cannot be checked here, no other clock is reached: see that it is set by NTP' }
}

async function compareClocks(clocks: readonly ReadClock[], now: () => number): Promise<CheckResult | undefined> {
	for (const read of clocks) {
		const found = await read().catch(() => undefined)
		if (!found) continue
		const offByMs = Math.max(0, Math.abs(found.at - now()) - found.roughMs)
		if (offByMs <= toleratedMs) return { found: `as that of ${found.from}` }
		return {
			found: `${Math.round(offByMs / 1_000)} s off from that of ${found.from}`,
			remedy: setByNtp,
		}
	}
	return undefined
}

/** As systemd has it of the kernel; without systemd, as in most containers, nobody knows. */
async function isClockKept(): Promise<boolean | undefined> {
	const asked = execute('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 2_000 })
	const { stdout } = await asked.catch(() => ({ stdout: '' }))
	return { yes: true, no: false }[stdout.trim()]
}

/** `Date` of the services that the settings name, which is told in whole seconds. */
export function httpClocks({ sms, deviceMaker }: Pick<Config, 'sms' | 'deviceMaker'>): ReadClock[] {
	const addresses = [
		...(deviceMaker ? [deviceMaker.keysUrl] : []),
		...(sms.sender === 'tencent' ? [sms.endpoint] : []),
		// Its root: the hook itself would be told of a text message.
		...(sms.sender === 'hook' ? [new URL('/', sms.url).href] : []),
	]
	return addresses.map(address => async () => {
		const askedAt = performance.now()
		const { headers } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(dateWithinMs) })
		const at = Date.parse(headers.get('date') ?? '')
		if (Number.isNaN(at)) throw new Error(`${address} tells no date`)
		return { from: new URL(address).hostname, at, roughMs: 1_000 + performance.now() - askedAt }
	})
}

/** What `parley backup` needs beside the database. */
export function checkBackupTool(
	{ databaseUrl }: Pick<Config, 'databaseUrl'>,
	find: (tool: 'pg_dump') => string | undefined,
): CheckResult {
	if (databaseUrl === undefined) return { found: 'needs nothing more' }
	const program = find('pg_dump')
	if (program !== undefined) return { found: `by ${program}` }
	return { found: missingTool('pg_dump').failure.join(), remedy: 'Without it there is no backup of the database' }
}

/** A day of a busy company writes a few of them. */
const lowDiskBytes = 256 * 1024 * 1024

/** @param existing the data folder, or the one it will be made in */
export async function checkDisk(
	dataFolder: string,
	existing: string,
	free: (folder: string) => Promise<number> = freeBytes,
): Promise<CheckResult> {
	const bytes = await free(existing)
	const found = `${Math.floor(bytes / 1024 / 1024)} MiB free for ${dataFolder}`
	if (bytes >= lowDiskBytes) return { found }
	return { found, remedy: 'Free some, or set PARLEY_DATA to a folder on another disk' }
}

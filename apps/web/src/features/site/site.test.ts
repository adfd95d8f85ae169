import { expect, test } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { fetchClockOffsetMs } from './clock.ts'
import { canGuestsJoin, isRegistrationClosed, parseBootSite, type SiteState, siteRequiresLogin } from './site.ts'

const boot = {
	site: { corpId: 'c1', type: 2, isOASite: 0, isPrivate: '1', openWeChatLogin: 0, openAppleLogin: 1 },
	commonSettings: { meeting_common_setting: { is_login: 1 } },
	copyright: { visitorLogin: 1, showMeetingList: 0, neutralVersion: 0, tel: '400' },
	zone: 'Europe/Berlin',
	imAppId: 'site-1',
	serverNow: 5_000,
}
const aSite = (more: Partial<SiteState> = {}): SiteState => ({ ...parseBootSite(boot, 5_000), ...more })

test('boot data is decoded by the codecs of its calls', () => {
	const site = parseBootSite(boot, 2_000)
	expect(site.info).toMatchObject({ companyId: 'c1', type: 2, isOa: false, isPrivate: true, deviceMakerLogin: true })
	expect(site).toMatchObject({ guestsAllowed: true, imAppId: 'site-1', zone: 'Europe/Berlin', clockOffsetMs: 3_000 })
	expect(site.copyright).toMatchObject({ guestJoin: true, publicMeetings: false, telephone: '400' })
})

test('missing or malformed boot data leaves the site unknown', () => {
	expect(parseBootSite({}, 0)).toEqual({
		info: undefined,
		guestsAllowed: undefined,
		copyright: undefined,
		imAppId: undefined,
		zone: 'Asia/Shanghai',
		clockOffsetMs: 0,
	})
	expect(parseBootSite({ site: 'x', copyright: [], commonSettings: 7, serverNow: 'late' }, 0).info).toBeUndefined()
})

test('[REG-17] sites of type 1 accept no registrations; for an unknown site the server decides', () => {
	const mayRegister = (info: { type: number } | undefined) => !isRegistrationClosed({ info })
	expect([{ type: 1 }, { type: 2 }, undefined].map(mayRegister)).toEqual([false, true, true])
})

test('[OP-011] [LAND-07] is_login 0 means that the site requires everybody to sign in', () => {
	const strict = parseBootSite({ ...boot, commonSettings: { meeting_common_setting: { is_login: 0 } } }, 0)
	expect([siteRequiresLogin(strict), siteRequiresLogin(aSite())]).toEqual([true, false])
	expect([canGuestsJoin(strict), canGuestsJoin(aSite())]).toEqual([false, true])
})

test('[LAND-06] [OP-014] visitorLogin off keeps guests out', () => {
	expect(canGuestsJoin(parseBootSite({ ...boot, copyright: { ...boot.copyright, visitorLogin: 0 } }, 0))).toBe(false)
})

test('[HTTP-14] the clock offset is taken halfway between request and answer', async () => {
	const times = [1_000, 1_400]
	const ask = (async () => ({ ok: true, value: '1970-01-01 08:00:11' })) as unknown as CallApi
	expect(await fetchClockOffsetMs(ask, () => times.shift() ?? 0, 'Asia/Shanghai')).toBe(11_000 - 1_200)
})

test('[HTTP-14] the time of the server is read in the zone of the site', async () => {
	const callApi = (async () => ({ ok: true, value: '2026-07-01 12:00:00' })) as unknown as CallApi
	const offset = await fetchClockOffsetMs(callApi, () => Date.UTC(2026, 6, 1, 10), 'Europe/Berlin')
	expect(offset).toBe(0)
})

test('without an answer there is no offset', async () => {
	const silent = (async () => ({ ok: false, failure: { refusal: 'offline' } })) as unknown as CallApi
	expect(await fetchClockOffsetMs(silent, () => 0, 'Asia/Shanghai')).toBeUndefined()
	const odd = (async () => ({ ok: true, value: 'noon' })) as unknown as CallApi
	expect(await fetchClockOffsetMs(odd, () => 0, 'Asia/Shanghai')).toBeUndefined()
})

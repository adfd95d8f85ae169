import {
	CompanyId,
	chatFileLimits,
	defaultLocale,
	defaults,
	isZone,
	type Locale,
	limits,
	SiteId,
	siteLanguages,
	waitingRules,
} from '@parley/core'
import { isSupportedCountry } from 'libphonenumber-js/mobile'
import * as v from 'valibot'
import { isLoopback } from '../../platform/hostNames.ts'
import { areOutsideLines } from './outsideLines.ts'

/** HTTP or HTTPS URL, or empty. */
const address = v.pipe(
	v.string(),
	v.check(
		text => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)),
		'write an address with https://, or nothing',
	),
)
const onOff = v.boolean('write on or off')

const isCountryList = (text: string): boolean =>
	text === 'all' || text.split(',').every(code => isSupportedCountry(code))

/** The origins of a setting that has several with commas between. */
const originList = (text: string): string[] => (text === '' ? [] : text.split(','))

/** In the form browsers send: scheme, host, and the port unless it is the default one. */
const isOrigin = (text: string): boolean =>
	/^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** They are read with the site, and every message is compared with them. */
export const refusedWordsLimits = { count: 5_000, length: 50 }

/** A whole number; errors always use the same words. */
const wholeNumber = (least: number, most: number, unit: string) => {
	const wanted = `write a whole number of ${unit} from ${least} to ${most}`
	return v.pipe(v.number(wanted), v.integer(wanted), v.minValue(least, wanted), v.maxValue(most, wanted))
}
const daysKept = wholeNumber(0, 3_650, 'days')

const accountName = v.pipe(v.string(), v.maxLength(20, 'write 20 characters at most'))

/** Settings of a site, set with `parley site set`. Each has a default, so that rows without it stay readable. */
export const SiteSettings = v.object({
	/** 1: one kind of site, 2: mixed. */
	type: v.optional(v.picklist([1, 2], 'write 1 or 2'), 2),
	isOa: v.optional(onOff, false),
	isPrivate: v.optional(onOff, false),
	messengerLogin: v.optional(onOff, true),
	deviceMakerLogin: v.optional(onOff, true),
	/** Names of the messenger and device maker accounts; empty: the page's names. */
	messengerName: v.optional(accountName, ''),
	deviceMakerName: v.optional(accountName, ''),
	/** False: everyone must sign in (`is_login` 0 on the wire). */
	guestsAllowed: v.optional(onOff, true),
	/** False: guests cannot join meetings (`visitorLogin` on the wire). */
	guestJoin: v.optional(onOff, true),
	/** True if a day's meetings that anyone may join are listed publicly (`showMeetingList` on the wire). */
	publicMeetings: v.optional(onOff, false),
	/** True: everyone solves a challenge to sign in; false: only after failed attempts. */
	challengeOpen: v.optional(onOff, false),
	/** Challenge of an outside vendor: public key, scene, URL that verifies answers, secret key. Empty key: our own challenge. */
	challengeVendorKey: v.optional(v.string(), ''),
	challengeVendorScene: v.optional(v.string(), ''),
	challengeVendorUrl: v.optional(address, ''),
	challengeVendorSecret: v.optional(v.string(), ''),
	/** Most text messages that the site sends in 24 hours. */
	smsPerDay: v.optional(wholeNumber(0, 1_000_000, 'messages'), 500),
	/** Countries and regions whose numbers get text messages: ISO 3166, separated by commas, or `all`. */
	smsCountries: v.optional(
		v.pipe(v.string(), v.check(isCountryList, 'write codes such as CN,SG,US, or all')),
		'CN,HK,MO,TW,SG,MY,JP,KR,US,GB,AU,CA',
	),
	/** True if a host gets a text message when passwords of their meeting are guessed. */
	guessingSms: v.optional(onOff, true),
	/** The site's language for people who have chosen none. */
	language: v.optional(v.picklist(siteLanguages, 'write zh, en or browser'), defaultLocale),
	neutral: v.optional(onOff, false),
	telephone: v.optional(v.string(), '400-000-0000'),
	/** Product name in invitations; empty: name of the site. */
	productName: v.optional(v.string(), ''),
	/** Download pages of the app and the URL scheme that opens it; empty: no app. */
	androidUrl: v.optional(address, ''),
	iosUrl: v.optional(address, ''),
	appScheme: v.optional(
		v.pipe(v.string(), v.regex(/^([a-z][a-z0-9+.-]{1,30})?$/, 'write a scheme such as parley')),
		'parley',
	),
	/** External agreement page, shown instead of the site's own pages (ROUTE-28); empty: own pages. */
	agreementUrl: v.optional(address, ''),
	/** True if the agreements are ticked at first where people register (REG-02); not where the law wants them to do it. */
	agreementTicked: v.optional(onOff, true),
	/** Default duration of a meeting in seconds; companies may set their own. */
	durationS: v.optional(wholeNumber(60, 86_400, 'seconds'), 3_600),
	/** Digits a new meeting password has at least; shorter ones that are saved keep working. */
	meetingPasswordMin: v.optional(wholeNumber(1, limits.meetingPasswordMax, 'digits'), limits.meetingPasswordMin),
	privateByDefault: v.optional(onOff, false),
	/** The rule that says who waits before new meetings until a host lets them in (ROOM-140). */
	waitingRoom: v.optional(v.picklist(waitingRules, `write ${waitingRules.join(', ')}`), 'off'),
	/** True if meetings of the site can be broadcast. */
	live: v.optional(onOff, true),
	/**
	 * Additional addresses for watching broadcasts, such as a cache in front of this server: `name=URL` with `{stream}`
	 * for the id of the stream, separated by commas; at most three.
	 */
	liveLines: v.optional(
		v.pipe(v.string(), v.check(areOutsideLines, 'write name=https://…{stream}…, three at most with commas between')),
		'',
	),
	/**
	 * Days the recording of a broadcast is kept, including existing ones; 0: none is made, and existing ones are removed
	 * with the rewind window. No other setting affects it.
	 */
	liveRecordingDays: v.optional(daysKept, 30),
	/** Days that the recording of a meeting is kept, including existing ones; 0: none is made, and existing ones are kept for 30 days. */
	recordingDays: v.optional(daysKept, 30),
	/** True if people have to agree before they are recorded, or leave (ROOM-153). */
	recordingConsent: v.optional(onOff, false),
	/** True if the chats of meetings take pictures and files, each of at most `chatFileMb` MiB (ROOM-221, ROOM-223). */
	chatFiles: v.optional(onOff, true),
	chatFileMb: v.optional(wholeNumber(1, chatFileLimits.maxMb, 'MiB'), chatFileLimits.defaultMb),
	/**
	 * Days that meetings are kept after their end, and what there was on a day of a series; 0: for ever. A meeting with a live
	 * is kept for as long as its recording at least, and one that was recorded until its recordings are deleted.
	 */
	meetingDays: v.optional(daysKept, 0),
	/** Days that complaints and reports of problems are kept; 0: for ever. */
	complaintDays: v.optional(daysKept, 0),
	isIntranet: v.optional(onOff, false),
	inviteesNeeded: v.optional(onOff, false),
	/** True if people may only write to their friends; otherwise to everyone on the site. */
	chatsNeedFriendship: v.optional(onOff, false),
	/** True if a person uses messaging on several devices at once; else a login ends the sessions of the others (CHAT-07). */
	severalDevices: v.optional(onOff, false),
	/** True if a meeting that starts calls its attendees through messaging; then on all their devices. */
	meetingsCall: v.optional(onOff, false),
	/**
	 * Origins of other people's pages that may use messaging, separated by commas: `https://shop.example.org`. Pages of the
	 * site itself always may.
	 */
	imOrigins: v.optional(
		v.pipe(
			v.string(),
			v.maxLength(2_000),
			v.check(
				text => originList(text).every(isOrigin),
				'write origins as the address bar has them, without a path or a star, such as https://shop.example.org or http://localhost:3000, with commas and no spaces between',
			),
		),
		'',
	),
	/** Words that are refused in messages, names and announcements of the site; changed with `parley words`. */
	refusedWords: v.optional(
		v.pipe(v.array(v.pipe(v.string(), v.maxLength(refusedWordsLimits.length))), v.maxLength(refusedWordsLimits.count)),
		[],
	),
	/** IANA zone in which days of this site begin. */
	zone: v.optional(v.pipe(v.string(), v.check(isZone, 'write a zone such as Asia/Shanghai')), defaults.zone),
})
export type SiteSettings = v.InferOutput<typeof SiteSettings>

/** Returns whether guests can join meetings: the site does not require sign-in and allows guests (OP-011, OP-014). */
export const allowsGuests = ({
	guestsAllowed,
	guestJoin,
}: Pick<SiteSettings, 'guestsAllowed' | 'guestJoin'>): boolean => guestsAllowed && guestJoin

/** Returns whether a person has messaging open on several devices at once: a call rings on all of them. */
export const allowsSeveralDevices = ({
	severalDevices,
	meetingsCall,
}: Pick<SiteSettings, 'severalDevices' | 'meetingsCall'>): boolean => severalDevices || meetingsCall

/**
 * Returns the origins without HTTPS on other machines: anyone on the network path can inject content into their pages.
 */
export const unsafeImOrigins = (imOrigins: string): string[] =>
	originList(imOrigins).filter(origin => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname))

/** Returns whether pages of this origin, as browsers send it, may use messaging although it is not the site's own. */
export const isImOrigin = ({ imOrigins }: Pick<SiteSettings, 'imOrigins'>, origin: string): boolean =>
	originList(imOrigins).includes(origin)

export interface Site {
	id: SiteId
	host: string
	name: string
	isDefault: boolean
	/** The first company of the site, which requests of guests name. */
	firstCompanyId: CompanyId
	settings: SiteSettings
}

/** The agreement pages of a site (ROUTE-25). */
export const pageNames = ['protocol', 'law', 'privacy'] as const
export type PageName = (typeof pageNames)[number]
export interface SitePage {
	siteId: SiteId
	name: PageName
	language: Locale
	markdown: string
}

export interface SiteStore {
	all(): Promise<Site[]>
	insert(site: Omit<Site, 'firstCompanyId'>, at: number): Promise<void>
	saveSettings(id: SiteId, settings: SiteSettings): Promise<void>
	/** Secret shared with the shell of the site; not part of `Site`, so that it cannot leak with it. */
	shellSecret(id: SiteId): Promise<string | undefined>
	saveShellSecret(id: SiteId, secret: string): Promise<void>
	/** Text written by an administrator; undefined: the default text applies. */
	findPage(siteId: SiteId, name: PageName, language: Locale): Promise<string | undefined>
	savePage(page: SitePage, at: number): Promise<void>
	removePage(siteId: SiteId, name: PageName, language: Locale): Promise<void>
}

export const toSiteId = (id: string): SiteId => v.parse(SiteId, id)
export const toCompanyId = (id: string): CompanyId => v.parse(CompanyId, id)

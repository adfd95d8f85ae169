import { CompanyId, waitingRules } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, empty, field, flag, integer, optional, sameOnWire, shape } from './codec.ts'

/** A country or region whose numbers get text messages: ISO 3166, and its calling code without `+`. */
const SmsCountry = shape({ code: field('code_name', v.string()), areaCode: field('areaCode', v.string()) })
export type SmsCountry = ReturnType<typeof SmsCountry.decode>

/** Kind of the site and its sign-in methods (ENT-10, ENT-11). `type` 1 is one kind of site, 2 is mixed. */
export const SiteInfo = shape({
	companyId: field('corpId', CompanyId),
	type: field('type', integer),
	isOa: field('isOASite', flag),
	isPrivate: field('isPrivate', flag),
	messengerLogin: field('openWeChatLogin', flag),
	deviceMakerLogin: field('openAppleLogin', flag),
	/** The site's name for these accounts; if missing, the page's own name applies. */
	messengerName: optional('messengerName', v.string()),
	deviceMakerName: optional('deviceMakerName', v.string()),
	/** False: people tick the agreements themselves when they register; missing if they are ticked initially (REG-02). */
	agreementTicked: optional('agreementTicked', flag),
	/** Meetings call their attendees when they start (IMCALL-55); missing if they do not. */
	meetingsCall: optional('meetingsCall', flag),
	/** The chats of meetings take pictures and files (ROOM-223); missing if they do not. */
	chatFiles: optional('chatFiles', flag),
	/** Missing if the site serves all countries (SMS-22). */
	smsCountries: optional('smsCountries', array(SmsCountry)),
})
export type SiteInfo = ReturnType<typeof SiteInfo.decode>

/** `guestsAllowed` is false if the site requires sign-in (`is_login` 0, OP-011). */
export const CommonSettings = shape({
	common: field('meeting_common_setting', shape({ guestsAllowed: field('is_login', flag) })),
})

export const Copyright = shape({
	guestJoin: field('visitorLogin', flag),
	publicMeetings: field('showMeetingList', flag),
	neutral: field('neutralVersion', flag),
	telephone: field('tel', v.string()),
})
export type Copyright = ReturnType<typeof Copyright.decode>

/** Defaults for scheduling on this site (API-19). */
export const SiteManage = shape({
	/** Default duration of a meeting in seconds: that of the company, otherwise that of the site. */
	durationS: field('duration', integer),
	pattern: field('pattern', integer),
	private: field('privacy', flag),
	live: field('live', flag),
	isIntranet: field('isIntranet', flag),
	isOa: field('isOaSite', flag),
	inviteesNeeded: field('select_invitees', flag),
	guestsAllowed: field('is_login', flag),
	/** The rule that says who waits before new meetings until a host lets them in; missing on servers without waiting rooms. */
	waitingRoom: optional('waiting_room', v.picklist(waitingRules)),
	/** Digits a new meeting password has at least (CREATE-17). */
	meetingPasswordMin: optional('meeting_pwd_min', integer),
})
export type SiteManage = ReturnType<typeof SiteManage.decode>

export const site = {
	info: call({
		route: 'GET /corp/indexCorp',
		summary: 'Kind of site and its first company.',
		who: 'anyone',
		input: empty,
		output: SiteInfo,
		refusals: {},
	}),
	commonSettings: call({
		route: 'GET /meeting/commonSettings',
		summary: 'Whether the site asks everybody to sign in.',
		who: 'anyone',
		input: empty,
		output: CommonSettings,
		refusals: {},
	}),
	copyright: call({
		route: 'GET /meeting/getCopyright',
		summary: 'Guest join, public list, neutral look and support telephone.',
		who: 'anyone',
		input: empty,
		output: Copyright,
		refusals: {},
	}),
	serverTime: call({
		route: 'GET /meeting/getServerTime',
		summary: 'The clock of the server, in the zone of the site.',
		who: 'anyone',
		input: shape({ _: optional('_', v.string()) }),
		output: sameOnWire(v.string()),
		refusals: {},
	}),
	manage: call({
		route: 'GET /meeting/siteControl/siteManage',
		summary: 'Defaults for scheduling.',
		who: 'member',
		input: empty,
		output: SiteManage,
		refusals: {},
	}),
}

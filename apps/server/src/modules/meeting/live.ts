import type { MeetingChanges } from '@parley/api'
import {
	cleanIntroduction,
	freeTalkOf,
	introductionLength,
	introductionMarkup,
	isLivePassword,
	limits,
	ok,
	pictureNameOf,
	refused,
} from '@parley/core'
import sanitize from 'sanitize-html'
import type { LiveFields } from './fields.ts'

/** Defaults of a form without live fields; viewers must sign in (CREATE-05). */
export const liveDefaults: LiveFields = {
	hasLive: false,
	isLiveIntranet: false,
	liveNeedsLogin: true,
	freeTalk: false,
	livePassword: null,
	liveBackground: null,
}

const maxDepth = 12

/** The introduction as it is stored (OP-138). Pictures are those that were uploaded here: no viewer is sent elsewhere. */
export const sanitizeIntroduction = (html: string): string =>
	cleanIntroduction(
		sanitize(html, {
			allowedTags: [...introductionMarkup.tags],
			allowedAttributes: { a: [...introductionMarkup.attributes.a], img: [...introductionMarkup.attributes.img] },
			allowedSchemes: [...introductionMarkup.linkSchemes],
			allowProtocolRelative: false,
			nestingLimit: maxDepth,
			transformTags: { b: 'strong', i: 'em', h1: 'h2' },
			exclusiveFilter: ({ tag, attribs }) => tag === 'img' && pictureNameOf(attribs.src ?? '') === undefined,
		}),
	)

/** The uploaded pictures a meeting has. */
export const picturesOf = (background: string | null, introduction = ''): string[] => {
	const inText = Array.from(introduction.matchAll(/src="([^"]+)"/g), ([, path = '']) => path)
	return [...new Set([...(background ? [background] : []), ...inText])].filter(path => pictureNameOf(path))
}

type SentLive = Pick<MeetingChanges, keyof LiveFields | 'introduction'>

/**
 * Returns the fields of a live after a form was sent; fields that are not sent stay.
 * @param base the previous fields
 */
export function changeLive(base: LiveFields, sent: SentLive, site: { live: boolean }) {
	const hasLive = sent.hasLive ?? base.hasLive
	if (hasLive && !base.hasLive && !site.live) return refused('liveUnavailable')
	if (sent.livePassword !== undefined && !isLivePassword(sent.livePassword)) return refused('livePasswordInvalid')
	if (sent.liveBackground && !pictureNameOf(sent.liveBackground)) return refused('backgroundInvalid')
	const introduction = sent.introduction === undefined ? undefined : sanitizeIntroduction(sent.introduction)
	if (introduction !== undefined && introductionLength(introduction) > limits.introductionMax)
		return refused('introductionTooLong')

	const liveNeedsLogin = sent.liveNeedsLogin ?? base.liveNeedsLogin
	const fields: LiveFields = {
		hasLive,
		isLiveIntranet: sent.isLiveIntranet ?? base.isLiveIntranet,
		liveNeedsLogin,
		freeTalk: freeTalkOf({ needsLogin: liveNeedsLogin, freeTalk: sent.freeTalk ?? base.freeTalk }),
		livePassword: sent.livePassword === undefined ? base.livePassword : sent.livePassword || null,
		liveBackground: sent.liveBackground === undefined ? base.liveBackground : sent.liveBackground || null,
	}
	return ok({ ...fields, ...(introduction !== undefined && { introduction }) })
}

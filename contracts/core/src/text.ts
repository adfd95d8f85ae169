import { limits } from './limits.ts'

const flagsAndKeycaps = /[\u{1F1E6}-\u{1F1FF}]|[0-9#*]\uFE0F?\u20E3/gu
const pictographs = /\p{Extended_Pictographic}/u
const joiners = /\u200D|\uFE0F|\u20E3|[\u{E0020}-\u{E007F}]|[\u{1F3FB}-\u{1F3FF}]/gu
// Symbols that are pictographs by the book but ordinary writing to people.
const writing = /[©®™‼⁉〰〽㊗㊙]/u

/** Takes emoji out of a text; letters, digits, punctuation and ordinary signs stay. */
export function stripEmoji(text: string): string {
	let kept = ''
	for (const character of text.replace(flagsAndKeycaps, '')) {
		if (!pictographs.test(character) || writing.test(character)) kept += character
	}
	return kept.replace(joiners, '')
}

// Control and invisible formatting characters, line and paragraph separators, lone surrogates, private use.
const unsupported = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

// Combining marks without a letter, and the sixth and further ones on a letter: no script needs them, and they cover the
// lines around.
const looseMarks = /(^| )\p{M}+/gu
const furtherMarks = /(\p{M}{5})\p{M}+/gu

/**
 * Emoji, unsupported characters and piled-up marks out, whitespace runs to one space; not trimmed, so it can run while typing.
 */
export const cleanWhileTyping = (text: string): string =>
	stripEmoji(text.replace(/\s+/g, ' '))
		.replace(unsupported, '')
		.replace(looseMarks, '$1')
		.replace(furtherMarks, '$1')
		.replace(/ {2,}/g, ' ')

/** {@link cleanWhileTyping} plus trimming: the text as sent and stored. */
export const cleanText = (text: string): string => cleanWhileTyping(text).trim()

const invisible = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{M}]/u

/** Returns the visible characters {@link cleanText} removes from a text, once each: emoji, and those no font has. */
export function charactersLost(text: string): string[] {
	const seen = [...new Set(text)].filter(character => !invisible.test(character))
	return seen.filter(character => cleanText(character) === '')
}

/** Length as people count it: code points (OP-114). */
export const codePointLength = (text: string): number => Array.from(text).length

/** The first `max` code points. */
export const truncate = (text: string, max: number): string => {
	const characters = Array.from(text)
	return characters.length <= max ? text : characters.slice(0, max).join('')
}

/** A topic as typed: no emoji, at most 200 characters (CREATE-12, CREATE-14). */
export const topicWhileTyping = (text: string): string => truncate(cleanWhileTyping(text), limits.topicMax)

/** A display name as typed: no emoji, at most 50 characters (JOIN-15, JOIN-16). */
export const displayNameWhileTyping = (text: string): string => truncate(cleanWhileTyping(text), limits.displayNameMax)

/** The characters a user name may have; others are dropped as typed (LOGIN-06, LOGIN-07). */
export const userNameWhileTyping = (text: string): string =>
	truncate(text.replace(/[^A-Za-z0-9_.\-·\u3400-\u9fff]/g, ''), limits.userNameMax)

/** A password as typed on sign-in: no whitespace, at most 20 characters (LOGIN-13, LOGIN-14). */
export const loginPasswordWhileTyping = (text: string): string =>
	truncate(text.replace(/\s/g, ''), limits.loginPasswordMax)

/** Digits only, at most `max` of them. */
export const digitsWhileTyping = (text: string, max: number): string => text.replace(/\D/g, '').slice(0, max)

/** `138****5678`: four centred digits replaced; under seven digits unchanged (STORE-06, OP-129). */
export function maskPhone(digits: string): string {
	if (digits.length < 7) return digits
	const from = Math.floor((digits.length - 4) / 2)
	return `${digits.slice(0, from)}****${digits.slice(from + 4)}`
}

/** `123 456 789`: groups of three digits (JOIN-08). */
export const formatMeetingId = (digits: string): string => digits.replace(/\D/g, '').replace(/(\d{3})(?=\d)/g, '$1 ')

/** The grouped id cut to eleven characters, for the list only (LIST-25, OP-006). */
export const formatListMeetingId = (digits: string): string =>
	formatMeetingId(digits).slice(0, limits.meetingIdShownMax)

import type { Locale } from '@parley/core'

/** A country or region, with the field names of the product (SMS-11, I18N-04). */
export interface Country {
	/** The calling code, without `+`. */
	areaCode: string
	/** Two letters, ISO 3166. */
	code_name: string
	/** In English. */
	country: string
	/** In simplified characters. */
	name: string
	/** In traditional characters. */
	name_zhTW: string
	/** Pinyin of `name`, one syllable per character separated by spaces, for sorting and searching. */
	pinyin: string
}

export interface CountrySection {
	letter: string
	countries: Country[]
}

/** The letter of the section of common countries. */
export const commonLetter = '★'
const commonCodes = ['CN', 'HK', 'MO', 'TW', 'SG', 'MY', 'JP', 'KR', 'US', 'GB', 'AU', 'CA']

/** The regions of a shared calling code. */
const primaryRegions: Record<string, string> = {
	'1': 'US',
	'7': 'RU',
	'39': 'IT',
	'44': 'GB',
	'47': 'NO',
	'61': 'AU',
	'212': 'MA',
	'262': 'RE',
	'290': 'SH',
	'358': 'FI',
	'590': 'GP',
	'599': 'CW',
}

/** A list so short that it needs neither search nor letters. */
const shortListMax = 16

export const isShortList = (countries: readonly Country[]): boolean => countries.length <= shortListMax

/** Returns the countries a site serves; all if it names none (SMS-22). */
export const pickServed = (
	countries: readonly Country[],
	served: readonly { code: string }[] | undefined,
): readonly Country[] =>
	served ? countries.filter(({ code_name }) => served.some(({ code }) => code === code_name)) : countries

/** The usual ones first, then by name. */
export function sortCountries(countries: readonly Country[], language: Locale): Country[] {
	const isCommon = ({ code_name }: Country) => commonCodes.includes(code_name)
	const common = commonCodes.flatMap(code => countries.find(({ code_name }) => code_name === code) ?? [])
	const others = countries.filter(country => !isCommon(country))
	return [...common, ...others.sort((one, other) => compareCountries(one, other, language))]
}

/** The region that a selected calling code stands for: its main one, or the first of these. */
export const findSelectedRegion = (countries: readonly Country[], selected: string): Country | undefined =>
	countries.find(country => isPrimaryRegion(country, selected)) ??
	countries.find(({ areaCode }) => areaCode === selected)

/** Returns whether this is the region that a selected calling code stands for. */
const isPrimaryRegion = ({ areaCode, code_name }: Country, selected: string): boolean =>
	areaCode === selected && (primaryRegions[areaCode] ?? code_name) === code_name

const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const sortKey = (country: Country, language: Locale) =>
	language === 'zh' ? country.pinyin : normalize(country.country)

export const getCountryName = (country: Country, language: Locale): string =>
	language === 'zh' ? country.name : country.country

/** The common ones, then all by the first letter of their name in this language. */
export function groupByLetter(countries: readonly Country[], language: Locale): CountrySection[] {
	const common = commonCodes.flatMap(code => countries.find(({ code_name }) => code_name === code) ?? [])
	const byLetter = new Map<string, Country[]>()
	const sorted = [...countries].sort((one, other) => (sortKey(one, language) < sortKey(other, language) ? -1 : 1))
	for (const country of sorted) {
		const letter = sortKey(country, language).charAt(0).toUpperCase()
		byLetter.set(letter, [...(byLetter.get(letter) ?? []), country])
	}
	const letters = [...byLetter].map(([letter, countries]) => ({ letter, countries }))
	return [{ letter: commonLetter, countries: common }, ...letters]
}

/** Countries whose name in any language, pinyin, initials, ISO or calling code match, prefix matches first. */
export function searchCountries(countries: readonly Country[], text: string, language: Locale): Country[] {
	const query = normalize(text.trim().replace(/\s+/g, ' '))
	const digits = /^(?:\+|00)?\s?(\d+)$/.exec(query)?.[1]
	if (digits) {
		const found = countries.filter(({ areaCode }) => areaCode.startsWith(digits))
		const order = (country: Country) =>
			country.areaCode.length * 2 + (isPrimaryRegion(country, country.areaCode) ? 0 : 1)
		return found.sort((one, other) => order(one) - order(other) || compareCountries(one, other, language))
	}
	const rank = (country: Country) => getRank(country, query)
	const found = countries.filter(country => rank(country) < noMatch)
	return found.sort((one, other) => rank(one) - rank(other) || compareCountries(one, other, language))
}

const compareCountries = (one: Country, other: Country, language: Locale) =>
	sortKey(one, language) < sortKey(other, language) ? -1 : 1

const noMatch = 3

/** Common names of countries, besides their official names and codes. */
const otherNames: Record<string, readonly string[]> = {
	GB: ['uk', 'great britain', 'britain', 'england', 'scotland', 'wales', '大不列颠', '英格兰'],
	US: ['usa', 'america', '美利坚'],
	AE: ['uae', '阿联酋'],
	KR: ['south korea', 'korea', '南韩'],
	KP: ['north korea'],
	CZ: ['czech republic'],
	NL: ['holland', '荷兰王国'],
	MM: ['burma'],
	TR: ['turkey', 'türkiye'],
}

function getRank({ country, name, name_zhTW, pinyin, code_name }: Country, query: string): number {
	const english = normalize(country)
	const syllables = pinyin.split(' ')
	const initials = syllables.map(syllable => syllable.charAt(0)).join('')
	const joined = query.replace(/ /g, '')
	const others = otherNames[code_name] ?? []
	const exact = [english, name, name_zhTW, code_name.toLowerCase(), ...others]
	if (exact.includes(query)) return 0
	const begins = [english, name, name_zhTW, syllables.join(''), initials, ...others]
	if (begins.some(text => text.startsWith(joined) || text.startsWith(query))) return 1
	return english.includes(query) || name.includes(query) || name_zhTW.includes(query) ? 2 : noMatch
}

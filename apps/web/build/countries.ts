/**
 * Makes the list of countries and regions with their calling codes: `npm run countries -w @parley/web` after an update
 * of libphonenumber-js, whose codes these are (the server reads numbers by the same), or of Node, whose CLDR names them.
 */
import { writeFileSync } from 'node:fs'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { pinyin } from 'pinyin-pro'
import type { Country } from '../src/features/verification/country.ts'

const names = (language: string) =>
	new Intl.DisplayNames(language, { type: 'region', style: 'short', fallback: 'none' })
const english = names('en')
const englishInFull = new Intl.DisplayNames('en', { type: 'region' })
const simplified = names('zh-Hans')
const traditional = names('zh-Hant')

export const countries = (): Country[] => getCountries().map(entryOf).sort(byCode)

function entryOf(code: CountryCode): Country {
	const short = english.of(code)
	// US and UK would stand where nobody looks for them.
	const country = short && short.length < 4 ? englishInFull.of(code) : short
	const name = simplified.of(code)
	const name_zhTW = traditional.of(code)
	if (!country || !name || !name_zhTW) throw new Error(`${code} has no name in one of the three languages`)
	return {
		areaCode: getCountryCallingCode(code),
		code_name: code,
		country,
		name,
		name_zhTW,
		pinyin: pinyin(name, { toneType: 'none', v: true, nonZh: 'removed' }),
	}
}

const byCode = (one: Country, other: Country) => (one.code_name < other.code_name ? -1 : 1)

if (import.meta.main) {
	const path = new URL('../src/features/verification/countries.json', import.meta.url)
	writeFileSync(path, `${JSON.stringify(countries(), undefined, '\t')}\n`)
}

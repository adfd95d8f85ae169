import type { SmsCountry } from '@parley/api'
import { Check } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { language, m } from '../../locales/index.ts'
import { NoResultsIllustration } from '../../ui/art/illustrations.tsx'
import { EmptyState, SearchField } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import styles from './CountrySheet.module.css'
import allCountries from './countries.json' with { type: 'json' }
import {
	type Country,
	type CountrySection,
	findSelectedRegion,
	getCountryName,
	groupByLetter,
	isShortList,
	pickServed,
	searchCountries,
	sortCountries,
} from './country.ts'
import { LetterIndex } from './LetterIndex.tsx'

export interface CountrySheetProps {
	open: boolean
	/** The countries of the site; undefined for all (SMS-22). */
	served: readonly SmsCountry[] | undefined
	/** The selected calling code. */
	selected: string
	onSelect(areaCode: string): void
	onClose(): void
}

/** The sheet where the country or region of a number is selected. */
export function CountrySheet({ open, served, selected, onSelect, onClose }: CountrySheetProps) {
	// Several regions may share a calling code; the form knows only the code.
	const [selectedRegion, setSelectedRegion] = useState<string>()
	const countries = useMemo(() => pickServed(allCountries, served), [served])
	return (
		<Sheet
			open={open}
			onOpenChange={open => !open && onClose()}
			title={m.verification_area_choose()}
			closeLabel={m.common_close()}
			full={!isShortList(countries)}
		>
			<CountryList
				countries={countries}
				selected={selected}
				selectedRegion={selectedRegion}
				onSelect={country => {
					setSelectedRegion(country.code_name)
					onSelect(country.areaCode)
				}}
			/>
		</Sheet>
	)
}

interface CountryListProps {
	countries: readonly Country[]
	selected: string
	/** ISO 3166 code of the region tapped last, where its calling code alone would mean several. */
	selectedRegion: string | undefined
	onSelect(country: Country): void
}

/** Countries and regions: a few in the usual order, many by their first letter, with a search and a letter index. */
function CountryList({ countries, selected, selectedRegion, onSelect }: CountryListProps) {
	const currentLanguage = language()
	const [text, setText] = useState('')
	const list = useRef<HTMLFieldSetElement>(null)
	const isShort = isShortList(countries)
	const sections = useMemo(() => groupByLetter(countries, currentLanguage), [countries, currentLanguage])
	const found = text.trim() === '' ? undefined : searchCountries(countries, text, currentLanguage)
	const tapped = countries.find(({ areaCode, code_name }) => code_name === selectedRegion && areaCode === selected)
	const selectedCountry = tapped ?? findSelectedRegion(countries, selected)
	const renderRow = (country: Country) => (
		<CountryRow
			key={country.code_name}
			country={country}
			isSelected={country === selectedCountry}
			onSelect={onSelect}
		/>
	)
	const findSection = (letter: string) => list.current?.querySelector(`[data-letter="${letter}"]`)

	return (
		// React events bubble through portals: a submit here must not submit the form around the field.
		<fieldset
			ref={list}
			aria-label={m.verification_area_choose()}
			className={styles.list}
			onSubmit={event => event.stopPropagation()}
			onKeyDown={moveFocus}
		>
			{!isShort && (
				<div className={styles.search}>
					<SearchField
						label={m.verification_area_search()}
						clearLabel={m.verification_area_clear()}
						// On touch screens the keyboard would cover the list.
						autoFocus={window.matchMedia?.('(pointer: fine)').matches === true}
						value={text}
						onValueChange={setText}
						onSearch={() => found?.[0] && onSelect(found[0])}
					/>
				</div>
			)}
			<p role="status" className="sr-only">
				{found && m.verification_area_found({ count: found.length })}
			</p>
			{found?.length === 0 && (
				<EmptyState
					picture={<NoResultsIllustration />}
					title={m.verification_area_none({ text: text.trim() })}
					text={m.verification_area_none_text()}
				/>
			)}
			{found || isShort ? (
				<ul>{(found ?? sortCountries(countries, currentLanguage)).map(renderRow)}</ul>
			) : (
				<CountrySections sections={sections} findSection={findSection} renderRow={renderRow} />
			)}
		</fieldset>
	)
}

interface CountrySectionsProps {
	sections: CountrySection[]
	findSection(letter: string): Element | null | undefined
	renderRow(country: Country): ReactNode
}

const CountrySections = ({ sections, findSection, renderRow }: CountrySectionsProps) => (
	<div className={styles.sections}>
		{/* Before the rows, so that the keyboard reaches it without passing two hundred of them. */}
		<LetterIndex
			letters={sections.map(({ letter }) => letter)}
			onLetter={letter => findSection(letter)?.scrollIntoView({ block: 'start' })}
			onEnter={letter => findSection(letter)?.querySelector('button')?.focus()}
		/>
		<div>
			{sections.map(({ letter, countries }, index) => (
				<section key={letter} data-letter={letter} className={styles.section}>
					<h3>{index === 0 ? m.verification_area_common() : letter}</h3>
					<ul>{countries.map(renderRow)}</ul>
				</section>
			))}
		</div>
	</div>
)

interface CountryRowProps {
	country: Country
	isSelected: boolean
	onSelect(country: Country): void
}

const CountryRow = memo(function CountryRow({ country, isSelected, onSelect }: CountryRowProps) {
	return (
		<li>
			<button
				type="button"
				className={styles.row}
				aria-current={isSelected || undefined}
				onClick={() => onSelect(country)}
			>
				<span className={styles.name}>{getCountryName(country, language())}</span>
				<span className={styles.code}>+{country.areaCode}</span>
				<span className={styles.tick}>{isSelected && <Check />}</span>
			</button>
		</li>
	)
})

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys move the focus from the search through the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
	const step = steps[event.key]
	if (!step || (event.target as Element).role === 'slider') return
	const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
	const next = stops[stops.indexOf(event.target as HTMLElement) + step]
	if (!next) return
	event.preventDefault()
	next.focus()
}

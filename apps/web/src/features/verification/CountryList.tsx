import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { language, m } from '../../locales/index.ts'
import { NothingFound } from '../../ui/drawings.ts'
import { EmptyState, SearchField } from '../../ui/index.ts'
import { CountryRow } from './CountryRow.tsx'
import styles from './CountrySheet.module.css'
import all from './countries.json' with { type: 'json' }
import { type Country, groupByLetter, isPrimaryRegion, searchCountries } from './country.ts'
import { LetterIndex } from './LetterIndex.tsx'

export interface CountryListProps {
	chosen: string
	/** Two letters of the one tapped last, where the code alone would mean several. */
	tapped?: string | undefined
	onChosen(country: Country): void
}

/** All countries and regions by their first letter, with a search and a quick index. */
export function CountryList({ chosen, tapped, onChosen }: CountryListProps) {
	const reads = language()
	const [text, setText] = useState('')
	const list = useRef<HTMLFieldSetElement>(null)
	const sections = useMemo(() => groupByLetter(all, reads), [reads])
	const found = text.trim() === '' ? undefined : searchCountries(all, text, reads)
	const wasTapped = all.find(({ areaCode, code_name }) => code_name === tapped && areaCode === chosen)
	const isChosen = (country: Country) => (wasTapped ? country === wasTapped : isPrimaryRegion(country, chosen))
	const row = (country: Country) => (
		<CountryRow key={country.code_name} country={country} isChosen={isChosen(country)} onChosen={onChosen} />
	)

	const sectionOf = (letter: string) => list.current?.querySelector(`[data-letter="${letter}"]`)

	return (
		// A portal keeps its place among React's events: what is submitted here is not the form around the field.
		<fieldset
			ref={list}
			aria-label={m.verification_area_choose()}
			className={styles.list}
			onSubmit={event => event.stopPropagation()}
			onKeyDown={moveFocus}
		>
			<div className={styles.search}>
				<SearchField
					label={m.verification_area_search()}
					clearLabel={m.verification_area_clear()}
					// Where a finger points, the keyboard would cover the list before anybody looked at it.
					autoFocus={window.matchMedia?.('(pointer: fine)').matches === true}
					value={text}
					onValueChange={setText}
					onSearch={() => found?.[0] && onChosen(found[0])}
				/>
			</div>
			<p role="status" className="sr-only">
				{found && m.verification_area_found({ count: found.length })}
			</p>
			{found?.length === 0 && (
				<EmptyState
					picture={<NothingFound />}
					title={m.verification_area_none({ text: text.trim() })}
					text={m.verification_area_none_text()}
				/>
			)}
			{found && <ul>{found.map(row)}</ul>}
			{!found && (
				<div className={styles.sections}>
					{/* Before the rows: whoever goes by keys passes it first, and not two hundred rows. */}
					<LetterIndex
						letters={sections.map(({ letter }) => letter)}
						onLetter={letter => sectionOf(letter)?.scrollIntoView({ block: 'start' })}
						onInto={letter => sectionOf(letter)?.querySelector('button')?.focus()}
					/>
					<div>
						{sections.map(({ letter, countries }, at) => (
							<section key={letter} data-letter={letter} className={styles.section}>
								<h3>{at === 0 ? m.verification_area_common() : letter}</h3>
								<ul>{countries.map(row)}</ul>
							</section>
						))}
					</div>
				</div>
			)}
		</fieldset>
	)
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys walk from the search down through the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
	const step = steps[event.key]
	if (!step || (event.target as Element).role === 'slider') return
	const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
	const next = stops[stops.indexOf(event.target as HTMLElement) + step]
	if (!next) return
	event.preventDefault()
	next.focus()
}

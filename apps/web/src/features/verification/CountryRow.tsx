import { Check } from 'lucide-react'
import { memo } from 'react'
import { language } from '../../locales/index.ts'
import styles from './CountrySheet.module.css'
import { type Country, getCountryName } from './country.ts'

export interface CountryRowProps {
	country: Country
	isChosen: boolean
	onChosen(country: Country): void
}

export const CountryRow = memo(function CountryRow({ country, isChosen, onChosen }: CountryRowProps) {
	return (
		<li>
			<button
				type="button"
				className={styles.row}
				aria-current={isChosen || undefined}
				onClick={() => onChosen(country)}
			>
				<span className={styles.name}>{getCountryName(country, language())}</span>
				<span className={styles.code}>+{country.areaCode}</span>
				<span className={styles.tick}>{isChosen && <Check />}</span>
			</button>
		</li>
	)
})

import { limits } from '@parley/core'
import { ChevronDown } from 'lucide-react'
import { type Ref, useState } from 'react'
import { m } from '../../locales/index.ts'
import { DigitsField, lazyComponent } from '../../ui/index.ts'
import styles from './Fields.module.css'
import type { MobileNumber } from './mobile.ts'
import { useServedCountries } from './servedCountries.ts'

const CountrySheet = lazyComponent(async () => (await import('./CountrySheet.tsx')).CountrySheet, { overlay: true })

export interface MobileFieldProps {
	value: MobileNumber
	onChange(value: MobileNumber): void
	/** SMS-10 */
	isAreaLocked?: boolean | undefined
	isNumberLocked?: boolean | undefined
	error?: string | undefined
	ref?: Ref<HTMLInputElement> | undefined
}

/** Grouping of the digits of a number, by calling code; one group elsewhere. */
const digitGroups: Record<string, readonly number[]> = { '86': [3, 4, 4] }
const oneGroup = [limits.mobileMax]

/** A mobile number with the button that selects its country or region. */
export function MobileField({ value, onChange, isAreaLocked, isNumberLocked, error, ref }: MobileFieldProps) {
	const [isOpen, setOpen] = useState(false)
	const { areaCode, mobile } = value
	const served = useServedCountries()
	const isOnly = served?.length === 1 && served[0]?.areaCode === areaCode
	return (
		<>
			<DigitsField
				ref={ref}
				className={styles.mobile}
				label={m.verification_mobile()}
				name="mobile"
				autoComplete="tel-national"
				enterKeyHint="next"
				clearLabel={isNumberLocked ? undefined : m.verification_clear_mobile()}
				readOnly={isNumberLocked}
				groups={digitGroups[areaCode] ?? oneGroup}
				maxDigits={limits.mobileMax}
				error={error}
				value={mobile}
				onValueChange={mobile => onChange({ areaCode, mobile })}
				prefix={
					isOnly ? (
						<span className={styles.onlyArea}>
							<span className="sr-only">{m.verification_area({ code: areaCode })}</span>
							<span aria-hidden="true">+{areaCode}</span>
						</span>
					) : (
						<button
							type="button"
							className={styles.area}
							aria-haspopup="dialog"
							aria-label={m.verification_area({ code: areaCode })}
							disabled={isAreaLocked}
							onClick={() => setOpen(true)}
						>
							+{areaCode}
							{!isAreaLocked && <ChevronDown />}
						</button>
					)
				}
			/>
			<CountrySheet
				open={isOpen}
				served={served}
				selected={areaCode}
				onClose={() => setOpen(false)}
				onSelect={areaCode => {
					onChange({ areaCode, mobile })
					setOpen(false)
				}}
			/>
		</>
	)
}

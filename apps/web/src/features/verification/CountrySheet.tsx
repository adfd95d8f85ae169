import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Sheet } from '../../ui/sheet.ts'
import { CountryList } from './CountryList.tsx'

export interface CountrySheetProps {
	open: boolean
	/** The calling code chosen now. */
	chosen: string
	onChosen(areaCode: string): void
	onClose(): void
}

/** Where the country or region of a number is chosen. */
export function CountrySheet({ open, chosen, onChosen, onClose }: CountrySheetProps) {
	// Several may share a code; which of them was tapped is known here alone.
	const [tapped, setTapped] = useState<string>()
	return (
		<Sheet
			open={open}
			onOpenChange={open => !open && onClose()}
			title={m.verification_area_choose()}
			closeLabel={m.common_close()}
			full
		>
			<CountryList
				chosen={chosen}
				tapped={tapped}
				onChosen={country => {
					setTapped(country.code_name)
					onChosen(country.areaCode)
				}}
			/>
		</Sheet>
	)
}

import { Building2, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { ActionSheet } from '../../ui/sheet.ts'
import type { BindWay } from './socialSignIn.ts'

export interface BindChoiceProps {
	onChosen(way: BindWay): void
	onClose(): void
}

/** Which kind of account an identity is to be bound to, on a site that has both (SOC-16). */
export function BindChoice({ onChosen, onClose }: BindChoiceProps) {
	const [open, setOpen] = useState(true)
	const chosen = useRef(false)

	function choose(way: BindWay) {
		chosen.current = true
		onChosen(way)
	}

	function change(next: boolean) {
		setOpen(next)
		// A choice closes the sheet first and then does its work: closing alone means neither.
		if (!next) setTimeout(() => chosen.current || onClose())
	}

	return (
		<ActionSheet
			open={open}
			onOpenChange={change}
			title={m.social_choose_title()}
			closeLabel={m.common_close()}
			actions={[
				{
					label: m.social_choose_phone(),
					note: m.social_choose_phone_note(),
					icon: <Smartphone />,
					onPress: () => choose('phone'),
				},
				{
					label: m.social_choose_oa(),
					note: m.social_choose_oa_note(),
					icon: <Building2 />,
					onPress: () => choose('oa'),
				},
			]}
		/>
	)
}

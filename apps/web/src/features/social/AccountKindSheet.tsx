import { Building2, Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { ActionSheet } from '../../ui/sheet.ts'
import type { AccountKind } from './socialSignIn.ts'

export interface AccountKindSheetProps {
	/** What was pressed; the app in between may have taken the focus from it. */
	opener: RefObject<HTMLElement | null>
	onSelect(way: AccountKind): void
	onClose(): void
}

/** Which kind of account an identity is to be bound to, on a site that has both (SOC-16). */
export function AccountKindSheet({ opener, onSelect, onClose }: AccountKindSheetProps) {
	const [open, setOpen] = useState(true)
	const chosen = useRef(false)

	// Who puts the choice away takes the sheet off the page, before it could give the focus back by itself.
	useEffect(
		() => () => {
			setTimeout(() => {
				if (document.activeElement === document.body) opener.current?.focus()
			})
		},
		[opener],
	)

	function choose(way: AccountKind) {
		chosen.current = true
		onSelect(way)
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

import { Building2, Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { ActionSheet } from '../../../ui/overlays/ActionSheet.tsx'
import type { AccountKind } from './socialSignIn.ts'

export interface AccountKindSheetProps {
	/** The pressed button; the other app may have taken the focus from it. */
	opener: RefObject<HTMLElement | null>
	onSelect(kind: AccountKind): void
	onClose(): void
}

/** Asks which kind of account to bind an identity to, on a site that has both (SOC-16). */
export function AccountKindSheet({ opener, onSelect, onClose }: AccountKindSheetProps) {
	const [isOpen, setOpen] = useState(true)
	const hasSelected = useRef(false)

	// Unmounting removes the sheet before it can restore the focus itself.
	useEffect(
		() => () => {
			setTimeout(() => {
				if (document.activeElement === document.body) opener.current?.focus()
			})
		},
		[opener],
	)

	function select(kind: AccountKind) {
		hasSelected.current = true
		onSelect(kind)
	}

	function changeOpen(next: boolean) {
		setOpen(next)
		// A pressed action closes the sheet before its `onPress`; closing without one is a cancellation.
		if (!next) setTimeout(() => hasSelected.current || onClose())
	}

	return (
		<ActionSheet
			open={isOpen}
			onOpenChange={changeOpen}
			title={m.social_choose_title()}
			closeLabel={m.common_close()}
			actions={[
				{
					label: m.social_choose_phone(),
					note: m.social_choose_phone_note(),
					icon: <Smartphone />,
					onPress: () => select('phone'),
				},
				{
					label: m.social_choose_oa(),
					note: m.social_choose_oa_note(),
					icon: <Building2 />,
					onPress: () => select('oa'),
				},
			]}
		/>
	)
}

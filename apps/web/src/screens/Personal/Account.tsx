import { maskPhone } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { RowLink } from '../../features/personal/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import {
	type AccountKind,
	LazyLinkedAccountsSheet,
	linkStatusLabel,
	type Provider,
	providerName,
	providerQueryParams,
	useLinkedAccounts,
} from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { DeviceGlyph, ListRow, MessengerGlyph, Section } from '../../ui/index.ts'
import styles from './Personal.module.css'

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

/** The ways to sign in: mobile, password, linked accounts (PERS-07 to PERS-10). */
export function Account({ user: { mobile } }: { user: MemberSession['user'] }) {
	const navigate = useNavigate()
	const linkedAccounts = useLinkedAccounts()
	const [isSheetOpen, setSheetOpen] = useState(false)

	const unlink = (provider: Provider, method: AccountKind) =>
		navigate({
			to: method === 'phone' ? '/forgetPwd/phoneRetrieve' : '/forgetPwd/oaVerification',
			search: { [providerQueryParams[provider]]: 'true' },
		})

	return (
		<Section title={m.personal_account_section()}>
			<ListRow
				icon={<Smartphone />}
				label={m.personal_mobile()}
				value={mobile && maskPhone(mobile)}
				placeholder={m.personal_mobile_none()}
			/>
			<RowLink to="/MeetingList/Personal/ModifyPwd" icon={<KeyRound />} label={m.personal_password()} />
			{linkedAccounts.map(link => (
				<ListRow
					key={link.provider}
					icon={<span className={styles.glyph}>{glyphs[link.provider]}</span>}
					label={providerName(link.provider)}
					value={linkStatusLabel(link)}
					onPress={() => setSheetOpen(true)}
				/>
			))}
			<LazyLinkedAccountsSheet
				open={isSheetOpen}
				onClose={() => setSheetOpen(false)}
				onUnlink={(provider, method) => void unlink(provider, method)}
			/>
		</Section>
	)
}

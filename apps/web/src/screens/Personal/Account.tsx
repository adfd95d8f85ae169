import { maskPhone } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { type Member, RowLink } from '../../features/personal/index.ts'
import {
	LinkedSignIns,
	linkWords,
	type ProofWay,
	type Provider,
	providerName,
	queryKeys,
	useLinks,
} from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { DeviceGlyph, ListRow, MessengerGlyph, Section } from '../../ui/index.ts'
import styles from './Personal.module.css'

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

/** With what somebody signs in (PERS-07 to PERS-10). */
export function Account({ user: { mobile } }: { user: Member['user'] }) {
	const navigate = useNavigate()
	const links = useLinks()
	const [linksOpen, setLinksOpen] = useState(false)

	const unlink = (provider: Provider, way: ProofWay) =>
		navigate({
			to: way === 'phone' ? '/forgetPwd/phoneRetrieve' : '/forgetPwd/oaVerification',
			search: { [queryKeys[provider]]: 'true' },
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
			{links.map(link => (
				<ListRow
					key={link.provider}
					icon={<span className={styles.glyph}>{glyphs[link.provider]}</span>}
					label={providerName(link.provider)}
					value={linkWords(link)}
					onPress={() => setLinksOpen(true)}
				/>
			))}
			<LinkedSignIns
				open={linksOpen}
				onClose={() => setLinksOpen(false)}
				onUnlink={(provider, way) => void unlink(provider, way)}
			/>
		</Section>
	)
}

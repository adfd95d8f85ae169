import { FileText, Phone, Scale, ShieldCheck } from 'lucide-react'
import { RowLink } from '../../features/personal/index.ts'
import { useSite } from '../../features/site/index.ts'
import { telephoneUrl, useAppVersion, useSupportPhone } from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { ListRow, Mark, Page, Section } from '../../ui/index.ts'
import styles from './AboutUs.module.css'

export const title = () => m.personal_about()

/** The agreement pages then lead back here. */
const agreementSearch = { isSelf: 'true' }

/** /MeetingList/Personal/AboutUs: the product, its version and its agreements; public (HELP-05). */
export function AboutUs() {
	const back = useBack('/MeetingList/Personal')
	// OP-103: a neutral site shows neither the mark nor the agreements of the brand.
	const isNeutral = useSite(site => site.copyright?.neutral === true)
	const { name } = useAppVersion()
	const phone = useSupportPhone()
	return (
		<Page title={m.personal_about()} top={44} back={{ label: m.common_back(), onBack: back }}>
			<div className={styles.head}>
				{!isNeutral && (
					<>
						<Mark className={styles.mark} />
						<p className={styles.name}>{m.app_name()}</p>
					</>
				)}
				{name && <p className={styles.version}>{m.personal_version_of({ version: name })}</p>}
				<p className={styles.slogan}>{m.personal_about_line()}</p>
			</div>
			<div className={styles.sections}>
				{!isNeutral && (
					<Section title={m.personal_about_agreements()}>
						<RowLink to="/Protocol" search={agreementSearch} icon={<FileText />} label={m.agreement_protocol()} />
						<RowLink to="/Law" search={agreementSearch} icon={<Scale />} label={m.agreement_law()} />
						<RowLink to="/Privacy" search={agreementSearch} icon={<ShieldCheck />} label={m.agreement_privacy()} />
					</Section>
				)}
				{phone && (
					<Section title={m.personal_support_section()}>
						<ListRow icon={<Phone />} label={m.support_phone()} value={phone} href={telephoneUrl(phone)} />
					</Section>
				)}
			</div>
		</Page>
	)
}

export { AboutUs as Screen }

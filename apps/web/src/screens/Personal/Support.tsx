import { CircleQuestionMark, MessageSquareWarning, Phone } from 'lucide-react'
import { RowLink } from '../../features/personal/index.ts'
import { telephoneUrl, useSupportPhone } from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { ListRow, Section } from '../../ui/index.ts'

/** Help, complaints and the support phone (PERS-11, PERS-12). */
export function Support() {
	const phone = useSupportPhone()
	return (
		<Section title={m.personal_support_section()}>
			<RowLink to="/MeetingList/Personal/help" icon={<CircleQuestionMark />} label={m.personal_help()} />
			<RowLink to="/complaints" icon={<MessageSquareWarning />} label={m.support_complaint_title()} />
			{phone && <ListRow icon={<Phone />} label={m.support_phone()} value={phone} href={telephoneUrl(phone)} />}
		</Section>
	)
}

import { Info, Sparkles } from 'lucide-react'
import { RowLink, useVersion } from '../../features/personal/index.ts'
import { useUpdateAddress } from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { ListRow, Section } from '../../ui/index.ts'

/** What this is, and which one of it (PERS-13, PERS-14). */
export function About() {
	const { name, isOutdated } = useVersion()
	const address = useUpdateAddress(isOutdated)
	return (
		<Section title={m.personal_about_section()}>
			<RowLink to="/MeetingList/Personal/AboutUs" icon={<Info />} label={m.personal_about()} />
			{name && (
				<ListRow
					icon={<Sparkles />}
					label={m.personal_version()}
					note={isOutdated ? m.personal_version_new() : undefined}
					value={address ? m.personal_version_update() : name}
					href={address}
				/>
			)}
		</Section>
	)
}

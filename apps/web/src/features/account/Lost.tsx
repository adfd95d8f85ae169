import { UnavailablePage, type UnavailablePageProps } from '../../forms/index.ts'

interface LostProps extends Omit<UnavailablePageProps, 'otherAction'> {
	other?: UnavailablePageProps['otherAction']
}

/** The old name, for screens that do not use `forms/` yet. */
export const Lost = ({ other, ...props }: LostProps) => <UnavailablePage {...props} otherAction={other} />

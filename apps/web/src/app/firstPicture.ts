/** The picture that came inside the page, kept before anything is drawn over it; as markup for React. */
export const firstPicture = { __html: globalThis.document?.querySelector('.landing-view')?.innerHTML ?? '' }

export { articleTitles, formatArticleParam, getArticleUrl, parseArticleParam } from './articles.ts'
export { HelpMenus } from './HelpMenus.tsx'
